use calendar::{days_between, days_in_month, is_leap, Date};

fn main() {
    for year in [4, 400, 800, 1600, 1700, 1996, 2000, 2100, 2400, 2401] {
        println!("{year} {} {}", is_leap(year), days_in_month(year, 2));
    }
    for (y, m, d) in [(1600, 2, 29), (2100, 2, 29), (2400, 2, 29), (2400, 2, 30), (2024, 0, 1)] {
        println!("{}", Date::new(y, m, d).is_some());
    }
    let d = |year, month, day| Date { year, month, day };
    let n = d(1600, 2, 28).next();
    println!("{} {} {}", n.year, n.month, n.day);
    println!("{}", days_between(d(1999, 1, 1), d(2001, 1, 1)));
    println!("{}", days_between(d(2400, 1, 1), d(2400, 12, 31)));
}
