use expr::evaluate;

fn main() {
    for text in [
        "9 - 4 - 3", "20 - 5 + 4 - 3", "100-10-10-10", "1 - 2 - 3", "7 - (4 - 3)", "2 * 3 - 4 - 1", "8 - 5 + 2",
        "5", "(1", "3 + 4 - 5", "10 - 3 - 3", "6 - 1 * 2 - 1", "12 - 6 + 1", "",
    ] {
        match evaluate(text).0 {
            Some(value) => println!("{text} = {value}"),
            None => println!("{text} is refused"),
        }
    }
}
