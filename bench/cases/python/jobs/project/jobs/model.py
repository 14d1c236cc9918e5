import enum
from dataclasses import dataclass, field


class State(enum.Enum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


ALLOWED = {
    State.WAITING: {State.RUNNING},
    State.RUNNING: {State.DONE, State.FAILED},
    State.FAILED: {State.WAITING},
    State.DONE: set(),
}


@dataclass(order=True)
class Job:
    priority: int
    name: str
    needs: frozenset = field(default=frozenset(), compare=False)
    state: State = field(default=State.WAITING, compare=False)
    attempts: int = field(default=0, compare=False)

    def move(self, state):
        if state not in ALLOWED[self.state]:
            raise ValueError(f"{self.name}: {self.state.value} to {state.value}")
        if state is State.RUNNING:
            self.attempts += 1
        self.state = state
