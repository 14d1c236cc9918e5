from jobs.model import Job, State


class Runner:
    def __init__(self, retries=1):
        self.jobs = {}
        self.retries = retries
        self.log = []

    def add(self, name, work, priority=0, needs=()):
        for need in needs:
            if need not in self.jobs:
                raise KeyError(need)
        self.jobs[name] = (Job(priority, name, frozenset(needs)), work)

    def ready(self):
        """Jobs whose needs are done, most urgent (lowest number) first."""
        done = {name for name, (job, _) in self.jobs.items() if job.state is State.DONE}
        return sorted(job for job, _ in self.jobs.values() if job.state is State.WAITING and job.needs <= done)

    def step(self):
        waiting = self.ready()
        if not waiting:
            return False
        job = waiting[0]
        _, work = self.jobs[job.name]
        job.move(State.RUNNING)
        try:
            work()
        except Exception as error:
            job.move(State.FAILED)
            self.log.append((job.name, str(error)))
            if job.attempts <= self.retries:
                job.move(State.WAITING)
        else:
            job.move(State.DONE)
            self.log.append((job.name, "ok"))
        return True

    def run(self):
        while self.step():
            pass
        return {name: job.state.value for name, (job, _) in self.jobs.items()}
