"""`FairQueue`: serves its owners in turn, whatever the number of jobs each of them has."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    def __init__(self) -> None:
        self._jobs: OrderedDict[str, deque[T]] = OrderedDict()  # by owner, the next one to be served first

    def push(self, owner: str, job: T) -> None:
        self._jobs.setdefault(owner, deque()).append(job)

    def pop(self) -> T | None:
        """The oldest job of the owner whose turn it is."""
        if not self._jobs:
            return None
        owner, jobs = self._jobs.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._jobs[owner] = jobs  # behind all others
        return job

    def remove(self, owner: str, job: T) -> bool:
        """Take a job out of the queue; whether it was still there."""
        jobs = self._jobs.get(owner, ())
        if job not in jobs:
            return False
        assert isinstance(jobs, deque)
        jobs.remove(job)
        if not jobs:
            del self._jobs[owner]
        return True

    def num_jobs_of(self, owner: str) -> int:
        return len(self._jobs.get(owner, ()))

    def __len__(self) -> int:
        return sum(len(jobs) for jobs in self._jobs.values())
