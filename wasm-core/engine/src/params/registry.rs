//! Registries: everything of one kind that a scenario may name, one module and one line each. Not here: what is registered.

/// Declares a registry: the modules, the enum that holds any of them, the list of their sections, and `new`. A module
/// has `pub static SECTION: Section` and the named type with `pub fn new(values: &[Value]) -> Self`; the enum forwards
/// the traits that its `#[delegate(…)]` attributes name. `unlisted`: not in the list of sections. The enum is plain data, so that a
/// clone is a fork.
macro_rules! registry {
    (
        $(#[$meta:meta])*
        pub enum $Enum:ident in $LIST:ident { $($module:ident => $Type:ident),+ $(,)? }
        $(unlisted { $($unlisted:ident => $Unlisted:ident),+ $(,)? })?
    ) => {
        $(pub mod $module;)+
        $($(pub mod $unlisted;)+)?

        #[derive(Debug, ambassador::Delegate)]
        $(#[$meta])*
        #[allow(missing_docs, clippy::large_enum_variant)]
        pub enum $Enum { $($Type($module::$Type),)+ $($($Unlisted($unlisted::$Unlisted),)+)? }

        /// Sections of all of them, in the order of lists; the first one is the default.
        pub const $LIST: &[&$crate::params::Section] = &[$(&$module::SECTION),+];

        // Written out to be kept out of line: within the clone of a flow, each type would be copied number by number.
        impl Clone for $Enum {
            #[inline(never)]
            fn clone(&self) -> $Enum {
                match self {
                    $($Enum::$Type(one) => $Enum::$Type(one.clone()),)+
                    $($($Enum::$Unlisted(one) => $Enum::$Unlisted(one.clone()),)+)?
                }
            }
        }

        impl $Enum {
            /// The one of a section, with a value for each row.
            #[inline(never)]
            pub fn new(section: &'static $crate::params::Section, values: &[$crate::params::Value]) -> $Enum {
                $(if section.kind == $module::SECTION.kind {
                    return $Enum::$Type($module::$Type::new(values));
                })+
                $($(if section.kind == $unlisted::SECTION.kind {
                    return $Enum::$Unlisted($unlisted::$Unlisted::new(values));
                })+)?
                unreachable!("a scenario names only what is registered")
            }
        }
    };
}
