class OutOfStock(Exception):
    def __init__(self, article, missing):
        super().__init__(f"{missing} of {article} missing")
        self.article = article
        self.missing = missing


class Stock:
    def __init__(self, counts):
        self.counts = dict(counts)

    def available(self, article):
        return self.counts.get(article, 0)

    def take(self, article, quantity):
        have = self.available(article)
        if quantity > have:
            raise OutOfStock(article, quantity - have)
        self.counts[article] = have - quantity

    def put_back(self, article, quantity):
        self.counts[article] = self.available(article) + quantity
