use crate::date::{days_in_month, is_leap, Date};

/// Days since the first of January of year 1.
fn ordinal(date: Date) -> i64 {
    let mut days = 0i64;
    for year in 1..date.year {
        days += if is_leap(year) { 366 } else { 365 };
    }
    for month in 1..date.month {
        days += i64::from(days_in_month(date.year, month));
    }
    days + i64::from(date.day)
}

pub fn days_between(from: Date, to: Date) -> i64 {
    ordinal(to) - ordinal(from)
}
