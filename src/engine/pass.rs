//! The passes of a step, in order: what both executors run, the comparison compares and timings name.

/// A pass of the step. Whoever deals with passes matches all of them: one without a twin does not compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PassId {
    /// New grains, where any are due.
    Insert,
    /// Half a kick, and a step of free motion.
    Drift,
    /// Whether the list of pairs is out of date.
    Displacement,
    /// Boxes of all bodies.
    Bounds,
    /// The list of candidate pairs.
    Pairs,
    /// Histories to the new lists, and the list of bodies near walls.
    Remap,
    /// Contacts of pairs and their forces.
    Contacts,
    /// Contacts with walls and their forces.
    Walls,
    /// Force and torque on each body.
    Gather,
    /// Half a kick.
    Kick,
    /// Counts and sums of the step.
    Observe,
}

/// When a pass runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In every step.
    Always,
    /// Only in steps in which the list of pairs is made anew.
    OnRebuild,
}

impl PassId {
    /// All of them, in the order of a step.
    pub const ALL: [Self; 11] = [
        Self::Insert,
        Self::Drift,
        Self::Displacement,
        Self::Bounds,
        Self::Pairs,
        Self::Remap,
        Self::Contacts,
        Self::Walls,
        Self::Gather,
        Self::Kick,
        Self::Observe,
    ];

    /// Its name in timings, tests and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Insert => "insert",
            Self::Drift => "drift",
            Self::Displacement => "displacement",
            Self::Bounds => "bounds",
            Self::Pairs => "pairs",
            Self::Remap => "remap",
            Self::Contacts => "contacts",
            Self::Walls => "walls",
            Self::Gather => "gather",
            Self::Kick => "kick",
            Self::Observe => "observe",
        }
    }

    /// What it does, in a few words, and where the CPU does it.
    pub const fn about(self) -> (&'static str, &'static str) {
        match self {
            Self::Insert => ("grains that are due, at the first free place", "src/engine/insert.rs"),
            Self::Drift => ("half a kick, then free motion for the whole step", "src/motion/drift.rs"),
            Self::Displacement => {
                ("has a body moved half the skin since the last rebuild?", "src/broad/displacement.rs")
            }
            Self::Bounds => ("oriented boxes of all bodies", "src/broad/bounds.rs"),
            Self::Pairs => ("cells, then candidate pairs in (i, j) order", "src/broad/pairs.rs"),
            Self::Remap => ("histories to the new lists; bodies near walls", "src/broad/remap.rs"),
            Self::Contacts => ("overlap, normal, point and force of each pair", "src/engine/contacts.rs"),
            Self::Walls => ("the same of each body near a wall", "src/engine/wall_contacts.rs"),
            Self::Gather => ("each body sums its contacts, in the order of lists", "src/engine/gather.rs"),
            Self::Kick => ("half a kick; is a body not finite, or too fast?", "src/motion/kick.rs"),
            Self::Observe => ("counts and the account of energy", "src/engine/energies.rs"),
        }
    }

    /// When it runs.
    pub const fn when(self) -> When {
        match self {
            Self::Bounds | Self::Pairs | Self::Remap => When::OnRebuild,
            Self::Insert
            | Self::Drift
            | Self::Displacement
            | Self::Contacts
            | Self::Walls
            | Self::Gather
            | Self::Kick
            | Self::Observe => When::Always,
        }
    }
}
