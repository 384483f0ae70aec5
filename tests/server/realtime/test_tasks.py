"""Background tasks run to their end, whoever waits for them."""

import asyncio
import gc

import pytest

from tablee.server.realtime.tasks import BackgroundTasks, Gate, Inbox, OneTask, Turn, look_every
from tablee.server.storage import Unavailable


class Work:
    """Something that waits until it is let go on."""

    def __init__(self):
        self.may_end, self.is_done = asyncio.Event(), False

    async def run(self, failing=False):
        await self.may_end.wait()
        self.is_done = True
        if failing:
            raise ValueError("it failed")
        return "answer"


async def test_whoever_waits_gets_the_answer_or_the_error():
    tasks, work = BackgroundTasks(), Work()
    work.may_end.set()
    assert await tasks.shield(work.run()) == "answer"
    with pytest.raises(ValueError, match="it failed"):
        await tasks.shield(work.run(failing=True))
    assert not tasks.under_way


async def test_a_waiter_that_is_cancelled_just_after_the_task_has_failed_leaves_no_complaint():
    complaints, work, waiters = [], Work(), []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    tasks = BackgroundTasks(when_done=lambda: waiters[0].cancel())
    waiters.append(asyncio.create_task(tasks.shield(work.run(failing=True))))
    work.may_end.set()
    await asyncio.wait(waiters)
    assert waiters.pop().cancelled()
    gc.collect()
    assert complaints == []


@pytest.mark.parametrize("failing", [False, True])
async def test_a_task_goes_on_when_its_waiter_is_cancelled_and_reports_to_nobody(failing):
    ended, complaints = [], []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    tasks, work = BackgroundTasks(lambda: ended.append(work.is_done)), Work()
    waiter = asyncio.create_task(tasks.shield(work.run(failing)))
    await asyncio.sleep(0)
    waiter.cancel()
    await asyncio.wait([waiter])
    assert waiter.cancelled()
    assert tasks.under_way
    work.may_end.set()
    await tasks.finish()
    await asyncio.sleep(0)
    gc.collect()
    assert (ended, complaints) == ([True], [])


async def test_a_turn_is_handed_on_in_order_past_those_who_have_given_up():
    turn, order = Turn(), []

    async def take(name):
        async with turn:
            order.append(name)

    turn.take()
    waiting = [asyncio.create_task(take(name)) for name in ("first", "second", "third")]
    await asyncio.sleep(0)
    waiting[0].cancel()
    turn.pass_on()
    waiting[1].cancel()  # it has just been handed the turn
    await asyncio.wait(waiting)
    assert order == ["third"]
    assert turn.is_free


async def test_an_inbox_gives_what_came_first_also_after_a_reader_has_given_up():
    inbox = Inbox()
    reader = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    reader.cancel()
    await asyncio.wait([reader])
    inbox.put_nowait("first")
    inbox.put_nowait("second")
    assert [await inbox.get(), await inbox.get()] == ["first", "second"]
    assert inbox.empty()
    reader = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait("third")
    assert await reader == "third"


async def test_a_gate_lets_all_through_who_have_waited_for_it():
    gate = Gate()
    await gate.wait()
    gate.clear()
    waiting = [asyncio.create_task(gate.wait()) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    assert not any(one.done() for one in waiting[1:])
    gate.set()
    await asyncio.wait(waiting)
    assert [one.cancelled() for one in waiting] == [True, False, False]
    assert gate.is_set()


async def test_of_one_task_another_follows_until_its_owner_stops():
    ended = asyncio.Queue()
    task, first, second = OneTask(lambda: ended.put_nowait(task.under_way)), Work(), Work()
    assert not await OneTask().stop()
    task.begin(first.run())
    assert not task.may_begin
    first.may_end.set()
    assert not await ended.get()
    assert task.may_begin
    task.begin(second.run())
    assert await task.stop()
    assert not task.under_way
    assert not task.may_begin
    assert not second.is_done


@pytest.mark.parametrize("error", [Unavailable("no answer"), ValueError("nobody foresaw it")])
async def test_after_a_look_that_fails_comes_the_next(error, caplog):
    failures, has_looked = [error], asyncio.Event()

    async def look():
        if failures:
            raise failures.pop()
        has_looked.set()

    task = OneTask()
    task.begin(look_every(0, look, "it cannot be looked", at_once=True))
    await has_looked.wait()
    await task.stop()
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["it cannot be looked"]
