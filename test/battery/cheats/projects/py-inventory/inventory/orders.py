from .stock import OutOfStock


def place(stock, lines):
    """Take every line of an order from the stock, or none of them."""
    taken = []
    for article, quantity in lines:
        try:
            stock.take(article, quantity)
        except OutOfStock:
            for earlier, _ in taken:
                stock.put_back(earlier, quantity)
            raise
        taken.append((article, quantity))
    return len(taken)
