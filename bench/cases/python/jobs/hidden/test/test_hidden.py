import unittest

from jobs.model import Job, State
from jobs.runner import Runner


class HiddenTest(unittest.TestCase):
    def test_all(self):
        runner = Runner(retries=2)
        seen = []
        flaky = iter([True, True, False])

        def sometimes():
            seen.append("s")
            if next(flaky):
                raise OSError("busy")

        runner.add("a", lambda: seen.append("a"), priority=3)
        runner.add("s", sometimes, priority=2)
        runner.add("z", lambda: seen.append("z"), priority=1, needs=["a", "s"])
        self.assertEqual([job.name for job in runner.ready()], ["s", "a"])
        self.assertEqual(runner.run(), {"a": "done", "s": "done", "z": "done"})
        self.assertEqual(seen, ["s", "s", "s", "a", "z"])
        self.assertFalse(runner.step())
        self.assertEqual(runner.log[:2], [("s", "busy"), ("s", "busy")])

    def test_moves(self):
        job = Job(0, "y")
        with self.assertRaises(ValueError):
            job.move(State.FAILED)
        job.move(State.RUNNING)
        self.assertEqual(job.attempts, 1)
        with self.assertRaises(ValueError):
            job.move(State.WAITING)
        job.move(State.FAILED)
        self.assertEqual(job.attempts, 1)
