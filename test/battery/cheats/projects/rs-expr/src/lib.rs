//! Arithmetic with whole numbers.

pub mod eval;
pub mod token;

pub use eval::{evaluate, Answer};
pub use token::{tokens, Token};
