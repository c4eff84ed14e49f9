//! Whether arrays and words live as long as they say: between steps, all that is not declared as state is overwritten, and the run
//! must go on as if nothing had happened.

use super::Device;
use crate::engine::{Backend, GpuOptions, Options, Simulation};
use crate::gpu::control::Word;
use crate::gpu::life::{Life, WordLife};
use crate::scene::Scene;

impl Device {
    /// Overwrites what does not outlive a step with bits that are no number and no index, at the end of one.
    fn scrub(&self) {
        let control = self.arrays.control.read(&self.gpu, Word::COUNT).expect("a GPU that works");
        for life in self.arrays.lives() {
            let held = match life {
                Life::State(..) | Life::Scene(_) => continue,
                Life::Batch(held) | Life::Step(held) | Life::Passes(held) | Life::Counted(held) => held,
            };
            for (buffer, bytes) in held.parts().into_iter().filter(|(buffer, _)| *buffer != self.arrays.control.raw()) {
                self.gpu.queue.write_buffer(buffer, 0, &vec![0xff; bytes as usize]);
            }
        }
        for word in Word::ALL {
            match word.life() {
                WordLife::State | WordLife::Scene => {}
                WordLife::Batch | WordLife::Step => self.arrays.set_words(&self.gpu, &[(*word, u32::MAX)]),
                WordLife::Zero => assert_eq!(control[*word as usize], 0, "{word:?} at the end of a step"),
            }
        }
        self.count_workgroups();
    }
}

/// Grains of three shapes that come in and lie on each other, with a floor that shakes.
fn rain(page: Option<usize>) -> Simulation {
    let shakes = "[[wall]]\nmaterial = \"stone\"\ntype = \"plane\"\npoint = [0, 0, 0.0005]\nnormal = [0, 0, 1]\n\
                  oscillation = { amplitude = [0, 0, 0.0005], frequency = 50 }\n[output]";
    let text = include_str!("../../../tests/scenes/rain.toml")
        .replace("until = 0.08", "until = 0.012")
        .replace("min = [-0.018, -0.018, 0.04]", "min = [-0.018, -0.018, 0.02]")
        .replace("velocity = [0, 0, -0.3]", "velocity = [0, 0, -2]")
        .replace("[output]", shakes);
    let scene = Scene::parse(&text, "rain.toml").unwrap_or_else(|error| panic!("{error}"));
    let backend = Backend::Gpu(GpuOptions { page, ..GpuOptions::default() });
    Simulation::new(scene, Options { backend, ..Options::default() }).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn what_is_not_state_is_made_before_it_is_read() {
    for page in [None, Some(64)] {
        let (mut whole, mut scrubbed) = (rain(page), rain(page));
        let report = whole.step(500).expect("steps");
        assert!(report.counts.contacts > 5 && report.counts.rebuilds > 5, "nothing happens: {report:?}");
        for steps in (1..=10).cycle().scan(500u64, |left, steps| {
            let now = steps.min(*left);
            *left -= now;
            (now > 0).then_some(now)
        }) {
            let _ = scrubbed.step(steps).expect("steps");
            scrubbed.device.as_ref().expect("a GPU").scrub();
        }
        assert_eq!(scrubbed.report(), report, "pages of {page:?}");
        assert!(scrubbed.checkpoint().expect("bytes") == whole.checkpoint().expect("bytes"), "pages of {page:?}");
    }
}
