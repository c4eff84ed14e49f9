//! `checkpoint.bin`: the engine's checkpoint, followed by the account of the run and a check sum.

use std::fs;
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::super::CommandError;
use super::folder::cannot_write;
use crate::common::files;
use crate::common::hash::check_sum;
use crate::sim::{Options, Simulation};

/// What the command remembers of a run beside the engine's state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Account {
    /// Wall-clock time of all parts of the run [s].
    pub wall_time: f64,
    /// Sum of the numbers of grains of all steps.
    pub particle_steps: u64,
    /// Balance of energy at the start [J].
    pub first_balance: f64,
    /// Largest overlap of the run [m].
    pub largest_overlap: f64,
    /// Largest overlap since the last row that was due [m], and as a share of a grain's half-thickness.
    pub recent_overlap: f64,
    pub recent_share: f64,
}

/// Writes a checkpoint. The file is complete or not there: it is finished beside its place and then moved.
pub(super) fn save(run: &mut Simulation, account: &Account, path: &Path) -> Result<(), CommandError> {
    let beside = path.with_extension("unfinished");
    let mut bytes = run.checkpoint()?;
    let mut finish = || -> std::io::Result<()> {
        let account = postcard::to_stdvec(account).map_err(std::io::Error::other)?;
        bytes.extend(&account);
        bytes.extend((account.len() as u64).to_le_bytes());
        bytes.extend(check_sum(&bytes).to_le_bytes());
        let mut file = files::create(&beside)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    finish().map_err(|reason| {
        // What is left of the attempt helps nobody; the checkpoint before it is intact.
        let _ = fs::remove_file(&beside);
        cannot_write(path)(reason)
    })
}

/// The run of a checkpoint with its account; options by whether it was on a GPU.
pub(super) fn load(path: &Path, options: impl FnOnce(bool) -> Options) -> Result<(Simulation, Account), CommandError> {
    let bytes = files::read(path, u64::MAX - 1).map_err(|reason| CommandError::Read { path: path.into(), reason })?;
    let account = account_in(&bytes).map_err(|problem| CommandError::BadCheckpoint { path: path.into(), problem })?;
    Ok((Simulation::load_on(path, options)?, account))
}

fn account_in(bytes: &[u8]) -> Result<Account, &'static str> {
    const DAMAGED: &str = "is damaged: its check sum does not fit its content";
    let (content, sum) = bytes.split_last_chunk().ok_or("is too short for a checkpoint")?;
    if check_sum(content) != u64::from_le_bytes(*sum) {
        return Err(DAMAGED);
    }
    let (content, length) = content.split_last_chunk().ok_or(DAMAGED)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| DAMAGED)?;
    let start = content.len().checked_sub(length).ok_or(DAMAGED)?;
    postcard::from_bytes(&content[start..]).map_err(|_| "is of another version of packstone")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(account: &Account) -> Vec<u8> {
        let mut bytes = b"what the engine has written".to_vec();
        let tail = postcard::to_stdvec(account).expect("plain numbers");
        bytes.extend(&tail);
        bytes.extend((tail.len() as u64).to_le_bytes());
        bytes.extend(check_sum(&bytes).to_le_bytes());
        bytes
    }

    #[test]
    fn any_changed_byte_and_any_cut_is_noticed() {
        let account = Account { wall_time: 1.5, particle_steps: 7, largest_overlap: 1e-6, ..Account::default() };
        let good = sealed(&account);
        assert_eq!(account_in(&good), Ok(account));
        for at in 0..good.len() {
            assert!(account_in(&good[..at]).is_err(), "cut at {at}");
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[at] ^= 1 << bit;
                assert!(account_in(&bad).is_err(), "bit {bit} of byte {at}");
            }
        }
    }
}
