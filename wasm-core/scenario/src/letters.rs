//! Which characters are letters or digits (Unicode: Alphabetic, or of the general category N). Natively the standard library has
//! the tables; in WebAssembly the browser's script engine has the same ones, which need not be sent. Not here: what a name may be.

/// Whether a character is a letter or a digit of any script.
pub(crate) fn is_alphanumeric(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { beyond_ascii(c) }
}

#[cfg(not(target_arch = "wasm32"))]
fn beyond_ascii(c: char) -> bool {
    c.is_alphanumeric()
}

#[cfg(target_arch = "wasm32")]
fn beyond_ascii(c: char) -> bool {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        type RegExp;
        #[wasm_bindgen(constructor)]
        fn new(pattern: &str, flags: &str) -> RegExp;
        #[wasm_bindgen(method)]
        fn test(this: &RegExp, text: &str) -> bool;
    }

    RegExp::new("[\\p{Alphabetic}\\p{N}]", "u").test(c.encode_utf8(&mut [0; 4]))
}

#[cfg(test)]
mod tests {
    #[test] // the same in WebAssembly: web/src/engine/letters.test.ts
    fn letters_and_digits_of_any_script_are_known() {
        let are = |text: &str| text.chars().all(|c| c == ' ' || super::is_alphanumeric(c));
        for text in ["Größe 1", "поток", "流れ", "हिंदी", "٣", "Ⅷ", "½"] {
            assert!(are(text), "{text}");
        }
        for text in ["a•", "🙂", "“a”", "a\u{200b}b", "€", "a\u{300}"] {
            assert!(!are(text), "{text}");
        }
    }
}
