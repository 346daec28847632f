//! Difference between two texts, by lines: those removed and added, each with the lines around it. Not here: where the
//! texts come from, drawing their numbers (`plot`).

/// Unchanged lines shown before and after a change.
const AROUND: usize = 1;

/// Lines with `-` (only in the old text), `+` (only in the new one), or a space (around a change); `...` for a gap.
pub fn lines(old: &str, new: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let all = aligned(&old, &new);
    let near = |at: usize| all[at.saturating_sub(AROUND)..(at + AROUND + 1).min(all.len())].iter().any(|l| l.0 != ' ');
    let mut shown = Vec::new();
    let mut last = None;
    for at in (0..all.len()).filter(|at| near(*at)) {
        if last.is_some_and(|last: usize| last + 1 < at) {
            shown.push("...".to_owned());
        }
        shown.push(format!("{}{}", all[at].0, all[at].1));
        last = Some(at);
    }
    shown
}

/// Both texts along their longest common subsequence.
fn aligned<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(char, &'t str)> {
    // Length of the longest common subsequence of what follows each pair of places.
    let width = new.len() + 1;
    let mut longest = vec![0u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            longest[i * width + j] = if old[i] == new[j] {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut all) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            all.push((' ', old[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || i < old.len() && longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            all.push(('-', old[i]));
            i += 1;
        } else {
            all.push(('+', new[j]));
            j += 1;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_line_stands_between_its_neighbours() {
        assert_eq!(lines("a\nb\nc\nd\ne\nf", "a\nb\nx\nd\ne\nf\ng"), [" b", "-c", "+x", " d", "...", " f", "+g"]);
    }

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(lines("a\nb", "a\nb"), [""; 0]);
    }

    #[test]
    fn a_new_text_is_added_whole() {
        assert_eq!(lines("", "a\nb"), ["+a", "+b"]);
    }
}
