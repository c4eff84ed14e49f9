// The table of kinds, for kernels that need no geometry.

@group(1) @binding(0) var<storage, read> kinds: array<Kind>;
