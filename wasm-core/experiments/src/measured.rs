//! A value of a claim beside the band in which it is expected. Not here: claims (`claim`).

/// Where a value is expected: bounds inclusive, unless strict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The least.
    pub least: Option<f64>,
    /// The greatest.
    pub most: Option<f64>,
    /// Neither bound belongs to it.
    pub strict: bool,
}

impl Band {
    /// Between two values.
    pub const fn within(least: f64, most: f64) -> Band {
        Band { least: Some(least), most: Some(most), strict: false }
    }
    /// So much, give or take.
    pub const fn about(value: f64, tolerance: f64) -> Band {
        Band::within(value - tolerance, value + tolerance)
    }
    /// This very value.
    pub const fn exactly(value: f64) -> Band {
        Band::within(value, value)
    }
    /// Not less.
    pub const fn at_least(least: f64) -> Band {
        Band { least: Some(least), most: None, strict: false }
    }
    /// Not more.
    pub const fn at_most(most: f64) -> Band {
        Band { least: None, most: Some(most), strict: false }
    }
    /// More.
    pub const fn above(least: f64) -> Band {
        Band { least: Some(least), most: None, strict: true }
    }
    /// Less.
    pub const fn below(most: f64) -> Band {
        Band { least: None, most: Some(most), strict: true }
    }

    /// Whether a value lies there; what could not be measured does not.
    pub fn holds(&self, value: Option<f64>) -> bool {
        let Some(value) = value else { return false };
        let above = |least: f64| if self.strict { value > least } else { value >= least };
        let below = |most: f64| if self.strict { value < most } else { value <= most };
        self.least.is_none_or(above) && self.most.is_none_or(below)
    }
}

/// One value of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Its subject; empty if the claim has only this one.
    pub of: String,
    /// The value, if it could be measured.
    pub value: Option<f64>,
    /// Where it is expected.
    pub band: Band,
}

impl Measured {
    /// A value with its band.
    pub fn new(of: impl Into<String>, value: Option<f64>, band: Band) -> Measured {
        Measured { of: of.into(), value: value.filter(|value| value.is_finite()), band }
    }
    /// Something that is so or not: 1 or 0.
    pub fn yes(of: impl Into<String>, answer: Option<bool>) -> Measured {
        Measured::new(of, answer.map(|yes| f64::from(u8::from(yes))), Band::exactly(1.0))
    }
    /// Values each below the one before: the smallest step down.
    pub fn decreasing(of: impl Into<String>, values: &[Option<f64>]) -> Measured {
        let values: Option<Vec<f64>> = values.iter().copied().collect();
        let step = values.filter(|values| values.len() > 1).map(|values| {
            let steps = values.windows(2).map(|pair| pair[0] - pair[1]);
            steps.fold(f64::INFINITY, |least, step| if step < least { step } else { least })
        });
        Measured::new(of, step, Band::above(0.0))
    }
    /// Values each above the one before: the smallest step up.
    pub fn increasing(of: impl Into<String>, values: &[Option<f64>]) -> Measured {
        let turned: Vec<Option<f64>> = values.iter().map(|value| value.map(|value| -value)).collect();
        Measured::decreasing(of, &turned)
    }
    /// It lies in its band.
    pub fn holds(&self) -> bool {
        self.band.holds(self.value)
    }
}
