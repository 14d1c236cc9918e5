"""A small calculator: tokens, a recursive parser, evaluation."""
import re

TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|(.))")


def tokenize(text):
    for number, symbol in TOKEN.findall(text):
        if number:
            yield ("number", float(number))
        elif symbol.strip():
            yield ("symbol", symbol)


class Parser:
    def __init__(self, text):
        self.tokens = list(tokenize(text))
        self.position = 0

    def peek(self):
        if self.position < len(self.tokens):
            return self.tokens[self.position]
        return (None, None)

    def take(self):
        token = self.peek()
        self.position += 1
        return token

    def expression(self):
        value = self.term()
        while self.peek()[1] in ("+", "-"):
            _, symbol = self.take()
            right = self.term()
            value = value + right if symbol == "+" else value - right
        return value

    def term(self):
        value = self.factor()
        while self.peek()[1] in ("*", "/"):
            _, symbol = self.take()
            right = self.factor()
            value = value * right if symbol == "*" else value / right
        return value

    def factor(self):
        kind, token = self.take()
        if kind == "number":
            return token
        if token == "-":
            return -self.factor()
        if token == "(":
            value = self.expression()
            _, closing = self.take()
            if closing != ")":
                raise ValueError("expected )")
            return value
        raise ValueError(f"unexpected {token!r}")


def evaluate(text):
    parser = Parser(text)
    value = parser.expression()
    if parser.position != len(parser.tokens):
        raise ValueError("trailing input")
    return value
