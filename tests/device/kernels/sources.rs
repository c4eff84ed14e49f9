//! Every kernel is valid, declares no more than every device has, and lays out its structs as the host does.

use packstone::device::contact::{GpuContact, GpuLaw, GpuWarm};
use packstone::device::fixed::{Fixed3, GpuPose};
use packstone::device::kernel::{Access, bindings};
use packstone::device::kernels::ALL;
use packstone::device::outlines::GpuBounds;
use packstone::device::pages::GpuPage;
use packstone::device::shapes::GpuKind;
use packstone::device::state::{GpuBodyState, GpuHistory, GpuLoad, GpuMotion, GpuParams, GpuSums};
use packstone::device::walls::{GpuSurface, GpuWallContact, GpuWallLink};

fn modules() -> Vec<(&'static str, String, naga::Module)> {
    let parsed = |source: &packstone::device::shader::Source| {
        let text = source.text(64);
        let module = naga::front::wgsl::parse_str(&text)
            .unwrap_or_else(|error| panic!("{}: {}", source.name, error.emit_to_string(&text)));
        (source.name, text, module)
    };
    ALL.iter().map(parsed).collect()
}

#[test]
fn kernels_are_valid_and_modest() {
    let mut names: Vec<_> = ALL.iter().map(|source| source.name).collect();
    for (name, text, module) in modules() {
        let flags = naga::valid::ValidationFlags::all();
        let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty());
        let _ = validator.validate(&module).unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&text)));
        let declared = bindings(&module);
        let storage = declared.iter().filter(|binding| binding.access != Access::Uniform).count();
        assert!(storage <= 8, "{name} has {storage} storage buffers, every device has 8");
        for group in declared.chunk_by(|a, b| a.group == b.group) {
            let gapless = group.iter().zip(0..).all(|(binding, place)| binding.place == place);
            assert!(gapless, "{name}: places of group {} have a gap", group[0].group);
        }
        assert!(module.entry_points.len() == 1 && module.entry_points[0].name == "main", "{name}");
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ALL.len(), "two kernels of one name");
}

/// A struct with its size on the host, and some fields with their places.
type Layout = (&'static str, usize, &'static [(&'static str, usize)]);

/// All structs that both sides have.
const LAYOUTS: &[Layout] = &[
    (
        "Kind",
        size_of::<GpuKind>(),
        &[("radius", std::mem::offset_of!(GpuKind, radius)), ("moments", std::mem::offset_of!(GpuKind, moments))],
    ),
    (
        "Pose",
        size_of::<GpuPose>(),
        &[("kind", std::mem::offset_of!(GpuPose, kind)), ("turn", std::mem::offset_of!(GpuPose, turn))],
    ),
    ("Fixed3", size_of::<Fixed3>(), &[("low", std::mem::offset_of!(Fixed3, low))]),
    (
        "Motion",
        size_of::<GpuMotion>(),
        &[
            ("velocity", std::mem::offset_of!(GpuMotion, velocity)),
            ("momentum", std::mem::offset_of!(GpuMotion, momentum)),
        ],
    ),
    ("BodyState", size_of::<GpuBodyState>(), &[("material", std::mem::offset_of!(GpuBodyState, material))]),
    (
        "Load",
        size_of::<GpuLoad>(),
        &[("torque", std::mem::offset_of!(GpuLoad, torque)), ("work", std::mem::offset_of!(GpuLoad, work))],
    ),
    (
        "Params",
        size_of::<GpuParams>(),
        &[("gravity", std::mem::offset_of!(GpuParams, gravity)), ("too_far", std::mem::offset_of!(GpuParams, too_far))],
    ),
    (
        "History",
        size_of::<GpuHistory>(),
        &[
            ("energy_error", std::mem::offset_of!(GpuHistory, energy_error)),
            ("couple", std::mem::offset_of!(GpuHistory, couple)),
            ("patch_work", std::mem::offset_of!(GpuHistory, patch_work)),
        ],
    ),
    (
        "Contact",
        size_of::<GpuContact>(),
        &[("arm", std::mem::offset_of!(GpuContact, arm)), ("code", std::mem::offset_of!(GpuContact, code))],
    ),
    ("Law", size_of::<GpuLaw>(), &[("patch_depth", std::mem::offset_of!(GpuLaw, patch_depth))]),
    ("PairWarm", size_of::<GpuWarm>(), &[]),
    (
        "Surface",
        size_of::<GpuSurface>(),
        &[("turn", std::mem::offset_of!(GpuSurface, turn)), ("center", std::mem::offset_of!(GpuSurface, center))],
    ),
    ("WallContact", size_of::<GpuWallContact>(), &[("arm", std::mem::offset_of!(GpuWallContact, arm))]),
    (
        "WallLink",
        size_of::<GpuWallLink>(),
        &[
            ("slots", std::mem::offset_of!(GpuWallLink, slots)),
            ("contacts", std::mem::offset_of!(GpuWallLink, contacts)),
        ],
    ),
    (
        "Bounds",
        size_of::<GpuBounds>(),
        &[("turn", std::mem::offset_of!(GpuBounds, turn)), ("ball", std::mem::offset_of!(GpuBounds, ball))],
    ),
    ("Page", size_of::<GpuPage>(), &[("is_last", std::mem::offset_of!(GpuPage, is_last))]),
    ("Sums", size_of::<GpuSums>(), &[("heat", std::mem::offset_of!(GpuSums, heat))]),
];

#[test]
fn structs_have_one_layout() {
    let mut seen = std::collections::HashSet::new();
    for (name, _, module) in modules() {
        let mut layouter = naga::proc::Layouter::default();
        layouter.update(module.to_ctx()).expect("sized types");
        for (handle, declared) in module.types.iter() {
            let Some((title, size, fields)) =
                LAYOUTS.iter().find(|(title, ..)| declared.name.as_deref() == Some(*title))
            else {
                continue;
            };
            let naga::TypeInner::Struct { members, .. } = &declared.inner else { panic!("{title} is a struct") };
            assert_eq!(layouter[handle].to_stride() as usize, *size, "size of {title} in {name}");
            for (field, offset) in *fields {
                let member = members.iter().find(|member| member.name.as_deref() == Some(field));
                let found = member.map(|member| member.offset as usize);
                assert_eq!(found, Some(*offset), "{title}.{field} in {name}");
            }
            seen.insert(*title);
        }
    }
    assert_eq!(seen.len(), LAYOUTS.len(), "some structs are in no kernel: {seen:?}");
}
