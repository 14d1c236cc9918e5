#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    Number(i64),
    Sign(char),
}

pub fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut out = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(&c) = chars.peek() {
        if c.is_ascii_digit() {
            let mut value = 0i64;
            while let Some(digit) = chars.peek().and_then(|d| d.to_digit(10)) {
                value = value.checked_mul(10)?.checked_add(i64::from(digit))?;
                chars.next();
            }
            out.push(Token::Number(value));
        } else if "+-*()".contains(c) {
            out.push(Token::Sign(c));
            chars.next();
        } else if c.is_whitespace() {
            chars.next();
        } else {
            return None;
        }
    }
    Some(out)
}
