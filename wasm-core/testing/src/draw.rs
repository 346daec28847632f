//! Where random choices come from: a seed, or the bytes that a fuzzer hands in. Not here: what is chosen.

use sawtooth_engine::math;
use sawtooth_engine::random::{Purpose, RandomStream, Stream};

/// A source of choices. Equal sources make equal choices.
pub struct Draw<'a> {
    source: Source<'a>,
}

enum Source<'a> {
    /// The draws of a seed, and how many were made.
    Seed(RandomStream, u64),
    /// Rest of a fuzzer's bytes; past their end every choice is the first one.
    Bytes(&'a [u8]),
}

impl<'a> Draw<'a> {
    /// From a seed.
    pub fn seeded(seed: u64) -> Draw<'static> {
        Draw { source: Source::Seed(RandomStream::new(seed, Purpose::Algorithm, Stream::Cross(0)), 0) }
    }

    /// From bytes: few for each choice, so that changing one changes one thing.
    pub fn bytes(bytes: &'a [u8]) -> Draw<'a> {
        Draw { source: Source::Bytes(bytes) }
    }

    /// So many random bytes as a number from 0 to 1, 1 excluded.
    fn fraction(&mut self, bytes: u32) -> f64 {
        match &mut self.source {
            Source::Seed(draws, n) => {
                *n += 1;
                draws.uniform(*n - 1)
            }
            Source::Bytes(rest) => {
                let (mut value, mut scale) = (0.0, 1.0);
                for _ in 0..bytes {
                    let Some((first, others)) = rest.split_first() else { break };
                    *rest = others;
                    scale /= 256.0;
                    value += f64::from(*first) * scale;
                }
                value
            }
        }
    }

    /// A whole number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        let bytes = if count > 256 { 2 } else { 1 };
        ((self.fraction(bytes) * count as f64) as usize).min(count.saturating_sub(1))
    }

    /// Whether something happens that happens so often.
    pub fn chance(&mut self, probability: f64) -> bool {
        // The first choice is that it does not.
        self.fraction(1) >= 1.0 - probability
    }

    /// One of a list.
    pub fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// A number of a range, evenly.
    pub fn between(&mut self, least: f64, most: f64) -> f64 {
        (least + self.fraction(2) * (most - least)).min(most)
    }

    /// A number of a range above 0, evenly by its logarithm.
    pub fn by_logarithm(&mut self, least: f64, most: f64) -> f64 {
        (least * math::pow(most / least, self.fraction(2))).max(least).min(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_evenly_and_always_the_same() {
        let draw = |seed| {
            let mut draw = Draw::seeded(seed);
            (0..3000).map(|_| draw.below(3)).collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        for value in 0..3 {
            let count = draw(7).iter().filter(|v| **v == value).count();
            assert!((870..1130).contains(&count), "{value}: {count}"); // 1000, 5 sigma = 129
        }
    }

    #[test]
    fn bytes_choose_one_after_another_and_then_the_first() {
        let mut draw = Draw::bytes(&[255, 128, 0, 255, 255]);
        assert_eq!((draw.below(10), draw.chance(0.5), draw.chance(0.99)), (9, true, false));
        assert!((draw.between(10.0, 20.0) - 20.0).abs() < 1e-3);
        assert_eq!((draw.below(10), draw.chance(0.5), draw.by_logarithm(2.0, 8.0)), (0, false, 2.0));
    }
}
