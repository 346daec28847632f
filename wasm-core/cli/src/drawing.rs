//! A figure as SVG, drawn by the page's own code, so that both have one drawing: `figure.js` is made of it by
//! `scripts/figure-script.mjs` (`npm run generate`) and runs in an embedded JavaScript engine. Not here: how anything is drawn
//! (`web/src/figures`).

use crate::Failure;
use rquickjs::{CatchResultExt, Context, Function, Runtime};
use sawtooth_experiments::{Experiment, Table, store};

/// Defines `drawFigure(figure, title, caption)`.
const SCRIPT: &str = include_str!("figure.js");

/// The drawing of what there is of an experiment.
pub fn svg(experiment: &Experiment, tables: &[Table]) -> Result<String, Failure> {
    let figure = store::figure(experiment, tables).to_string();
    let broken = |reason: String| Failure::Broken(format!("{}: its drawing failed: {reason}", experiment.id));
    let context = Runtime::new().and_then(|runtime| Context::full(&runtime));
    let context = context.map_err(|error| broken(error.to_string()))?;
    context.with(|engine| {
        let drawn = engine.eval::<(), _>(SCRIPT).and_then(|()| {
            let draw: Function = engine.globals().get("drawFigure")?;
            draw.call::<_, String>((figure, store::title(experiment), store::caption(experiment, tables)))
        });
        drawn.catch(&engine).map(|svg| svg + "\n").map_err(|error| broken(error.to_string()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sawtooth_experiments::registry;

    #[test]
    fn every_figure_is_drawn_even_without_rows() {
        for experiment in registry::all() {
            let Ok(svg) = svg(experiment, &[]) else { panic!("{} is not drawn", experiment.id) };
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{}", experiment.id);
            assert!(!svg.contains("NaN") && !svg.contains("undefined"), "{}", experiment.id);
            assert!(svg.contains(experiment.label) && svg.contains("0 runs"), "{}", experiment.id);
        }
    }
}
