import unittest

from jobs.model import Job, State
from jobs.runner import Runner


class RunnerTest(unittest.TestCase):
    def setUp(self):
        self.runner = Runner(retries=1)
        self.seen = []

    def add(self, name, **more):
        self.runner.add(name, lambda: self.seen.append(name), **more)

    def test_order_by_priority(self):
        self.add("low", priority=5)
        self.add("high", priority=1)
        self.runner.run()
        self.assertEqual(self.seen, ["high", "low"])

    def test_needs_come_first(self):
        self.add("base", priority=9)
        self.add("top", priority=1, needs=["base"])
        self.assertEqual(self.runner.run(), {"base": "done", "top": "done"})
        self.assertEqual(self.seen, ["base", "top"])

    def test_unknown_need(self):
        with self.assertRaises(KeyError):
            self.add("top", needs=["nothing"])

    def test_retry_once(self):
        def fail():
            self.seen.append("try")
            raise RuntimeError("no")

        self.runner.add("bad", fail)
        self.add("after", needs=["bad"])
        self.assertEqual(self.runner.run(), {"bad": "failed", "after": "waiting"})
        self.assertEqual(self.seen, ["try", "try"])
        self.assertEqual(self.runner.log, [("bad", "no"), ("bad", "no")])

    def test_log(self):
        self.add("a")
        self.runner.run()
        self.assertEqual(self.runner.log, [("a", "ok")])


class JobTest(unittest.TestCase):
    def test_moves(self):
        job = Job(1, "x")
        job.move(State.RUNNING)
        job.move(State.FAILED)
        job.move(State.WAITING)
        job.move(State.RUNNING)
        self.assertEqual(job.attempts, 2)
        job.move(State.DONE)
        with self.assertRaises(ValueError):
            job.move(State.WAITING)

    def test_cannot_skip(self):
        with self.assertRaises(ValueError):
            Job(1, "x").move(State.DONE)
