//! Dates of the Gregorian calendar.

pub mod date;
pub mod span;

pub use date::{days_in_month, is_leap, Date};
pub use span::days_between;
