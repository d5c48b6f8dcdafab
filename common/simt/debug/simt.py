"""gdb for kernels on the CPU runtime: `simt threads`, `simt thread 5`, `simt shared s_keys`, `simt only 5`.

A CUDA thread is a fiber: one OS thread runs all threads of a block, one at a time. gdb knows OS threads alone.
So looking at a thread that waits puts its saved registers in place of the real ones (switch.h says where they
lie). Every command that lets the program go on puts the real ones back first.
"""
import bisect
import json
import linecache
import os
import re
import subprocess

import gdb
from gdb.FrameDecorator import FrameDecorator

SIMT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
STATES = ["not begun", "ready", "at barrier", "in warp op", "in warp op", "ended"]
NEW, READY, EXITED = 0, 1, 5  # enum thread_state
ENDS_KERNEL = ("Invalid write", "Misaligned access", "Invalid shift")
RACECHECK = 2  # enum tool
WRITE, ATOMIC, HOST = 1, 4, 16  # enum how
POISON = "-"  # stands for a value that nobody has written

# The registers in the order in which a gate leaves them on a waiting thread's stack (switch.h), and its bytes there.
GATES = {
    "i386:x86-64": (["r15", "r14", "r13", "r12", "rbx", "rbp", "pc"], 56),
    "aarch64": (["x%d" % i for i in range(19, 31)], 160),
}

learner = ""  # the name of the learner's file
by_machine = bool(re.search(r"\0--?i(nterpreter)?[=\0]mi", open("/proc/self/cmdline").read()))  # an editor asks
chosen = None  # what breakpoints stop: (thread, block), each three numbers or None
look = None  # the waiting thread that is looked at
told = set()  # findings that gdb has stopped at, by tool and lines
found = ""  # what to say when the learner's line is reached
fatal = False  # the last finding ends the kernel


def number(text):
    return int(gdb.parse_and_eval(text))


def say(text):
    gdb.write(text + "\n")


def triple(v):
    return (int(v["x"]), int(v["y"]), int(v["z"]))


def shown(t):
    return "(%d,%d,%d)" % t


# ---- where code comes from ----


def file_of(frame):
    symtab = frame.find_sal().symtab
    return symtab.fullname() if symtab else ""


def is_learners(frame):
    return os.path.basename(file_of(frame)) == learner


def is_runtime(frame):
    file = file_of(frame)
    return not file or file.startswith(SIMT + "/") or "/libsanitizer/" in file


def has_kernels():
    return learner.endswith(".cu")


def learners_frame(frame=None):
    """The innermost frame in the learner's file, or None."""
    frame = frame or gdb.newest_frame()
    try:
        while frame and not is_learners(frame):
            frame = frame.older()
    except gdb.error:
        return None
    return frame


def learners_symtab():
    for line in range(1, 10000):  # gdb 16 wants a line of a function
        try:
            for symtab in gdb.decode_line("%s:%d" % (learner, line))[1] or ():
                return symtab.symtab
        except gdb.error:
            pass
    return None


class Lines:
    """The learner's lines by code address; what is inlined from a header belongs to the line that calls it."""

    table = None

    @classmethod
    def at(cls, pc):
        if cls.table is None:
            entries = sorted((e.pc, e.line) for e in learners_symtab().linetable() if e.line)
            cls.table = entries, [pc for pc, line in entries]
        i = bisect.bisect_right(cls.table[1], pc) - 1
        return cls.table[0][i][1] if i >= 0 else 0


# ---- the running blocks ----


class Block:
    """A block that an OS thread runs."""

    def __init__(self, os_thread):
        self.os_thread = os_thread
        os_thread.switch()
        self.worker = gdb.parse_and_eval("simt_worker")
        self.runs = int(self.worker) != 0 and bool(self.worker["in_kernel"])
        if not self.runs:
            return
        self.worker = self.worker.dereference()
        self.n = int(self.worker["n"])
        self.block = triple(gdb.parse_and_eval("*(uint3 *)&simt_block_idx"))
        self.kernel = self.worker["launch"]["kernel"]["name"].string()
        self.current = int(self.worker["current"])
        low = int(self.worker["step_stack"].address)
        sp = int(gdb.newest_frame().read_register("sp"))
        self.between = low <= sp < low + self.worker["step_stack"].type.sizeof  # two threads: none runs

    def state(self, t):
        return int(self.worker["state"][t])

    def waits(self, t):
        """It has begun, and its registers are on its stack."""
        return self.state(t) not in (NEW, EXITED) and (t != self.current or self.between)

    def index(self, t):
        return triple(self.worker["views"][t]["thread_idx"])

    def linear(self, index):
        shape = triple(self.worker["views_of"])
        x, y, z = index
        if x >= shape[0] or y >= shape[1] or z >= shape[2]:
            raise gdb.GdbError("There is no thread %s. A block has %d x %d x %d." % ((shown(index),) + shape))
        return x + shape[0] * (y + shape[1] * z)


class Keep:
    """Whatever is done meanwhile, the same OS thread and frame are selected afterwards."""

    def __enter__(self):
        self.thread, self.frame = gdb.selected_thread(), gdb.selected_frame()

    def __exit__(self, *unused):
        self.thread.switch()
        if self.frame.is_valid():
            self.frame.select()


def is_running():
    thread = gdb.selected_thread()
    return thread is not None and thread.is_valid() and thread.is_stopped()


def blocks():
    if not is_running():
        raise gdb.GdbError("The program does not run. Type simt start.")
    put_back()
    with Keep():
        all_blocks = [Block(t) for t in sorted(gdb.selected_inferior().threads(), key=lambda t: t.num)]
    return sorted((b for b in all_blocks if b.runs), key=lambda b: b.block[::-1])


def this_block():
    """The block of the selected OS thread; without registers that were put in place of others."""
    if not has_kernels():
        return None
    try:
        with Keep():
            block = Block(gdb.selected_thread())
    except (gdb.error, AttributeError):  # no program, or one that has not come so far
        return None
    return block if block.runs else None


# ---- looking at a thread that waits ----


class Look:
    """A waiting thread's registers in place of the OS thread's."""

    def __init__(self, block, t):
        self.block, self.t = block, t
        block.os_thread.switch()
        gdb.newest_frame().select()
        values, memory = self.saved(block, t), gdb.selected_inferior()
        sp, bytes_saved = int(block.worker["sp"][t]), self.gate()[1]
        self.pc = values["pc"]
        self.real = {name: number("(unsigned long)$" + name) for name in values}
        # A function that gdb calls uses the stack below; and threadIdx is the running thread's.
        self_address = number("(unsigned long)&simt_self")
        self.memory = [(a, bytes(memory.read_memory(a, n))) for a, n in ((sp, bytes_saved), (self_address, 16))]
        view = block.worker["views"][t].address
        memory.write_memory(self_address, bytes(memory.read_memory(int(view), 16)))
        self.set(values)

    @staticmethod
    def gate():
        name = gdb.newest_frame().architecture().name()
        if name not in GATES:
            raise gdb.GdbError("On %s gdb cannot look at a thread that waits." % name)
        return GATES[name]

    @classmethod
    def saved(cls, block, t):
        """The registers of a thread that waits, by name."""
        names, bytes_saved = cls.gate()
        sp = int(block.worker["sp"][t])
        words = bytes(gdb.selected_inferior().read_memory(sp, 8 * len(names)))
        values = {name: int.from_bytes(words[8 * i:8 * i + 8], "little") for i, name in enumerate(names)}
        values["sp"] = sp + bytes_saved
        values.setdefault("pc", values.get("x30"))  # to which the gate goes back
        return values

    @staticmethod
    def set(values):
        for name, value in values.items():
            gdb.execute("set $%s = %d" % (name, value), to_string=True)

    def put_back(self):
        self.block.os_thread.switch()
        gdb.newest_frame().select()
        self.set(self.real)
        for address, data in self.memory:
            gdb.selected_inferior().write_memory(address, data)
        gdb.newest_frame().select()


def put_back():
    """The registers that the program goes on with."""
    global look
    if look:
        was, look = look, None
        if is_running():
            was.put_back()


def look_at(block, t):
    """Selects the thread, and the learner's frame in it."""
    global look
    put_back()
    block.os_thread.switch()
    if block.waits(t):
        look = Look(block, t)
    frame = learners_frame()
    (frame or gdb.newest_frame()).select()


def site_text(site):
    return "%s:%d" % (os.path.basename(site["file"].string()), int(site["line"]))


def line_by_pc(pc):
    """The learner's line, if the function around it is the learner's own; otherwise 0."""
    block, function = gdb.block_for_pc(pc), None
    while block and not block.is_static and not block.is_global:
        function, block = block.function or function, block.superblock
    return Lines.at(pc - 1) if function and os.path.basename(function.symtab.filename) == learner else 0


def line_by_frames(block, t):
    global look
    with Keep():
        try:
            if block.waits(t):
                look = Look(block, t)
            else:
                block.os_thread.switch()
            frame = learners_frame()
            return frame.find_sal().line if frame else 0
        finally:
            put_back()


def place(block, t):
    """The learner's line in which a thread is; "" where it is in none. What it waits for knows its own."""
    site = block.worker["site"][t]
    if block.state(t) not in (READY, NEW, EXITED) and int(site["file"]):
        return site_text(site)
    line = line_by_pc(Look.saved(block, t)["pc"]) if block.waits(t) else 0
    line = line or line_by_frames(block, t)
    return "%s:%d" % (learner, line) if line else ""


# ---- what breakpoints stop ----


def is_chosen():
    if not chosen:
        return True
    block = this_block()
    if not block:
        return True
    thread, wanted = chosen
    return (thread is None or block.index(block.current) == thread) and (wanted is None or block.block == wanted)


class Chosen(gdb.Function):
    """$_chosen(): whether the thread that runs is the one that THREAD= and BLOCK= name."""

    def invoke(self):
        return is_chosen()


def condition(breakpoint):
    """A breakpoint of the user's stops the chosen thread alone."""
    if chosen and breakpoint.type == gdb.BP_BREAKPOINT and breakpoint.visible and not breakpoint.condition:
        breakpoint.condition = "$_chosen()"


class Quiet(gdb.Breakpoint):
    """A breakpoint of ours, which runs a command of ours."""

    def __init__(self, where, command, wanted=None, **options):
        super().__init__(where, internal=True, **options)
        self.wanted = wanted
        self.commands = command if by_machine else "silent\n" + command  # an editor hears of no silent one

    def stop(self):
        return self.wanted() if self.wanted else True


def stop_once(pc, command, t):
    """A breakpoint for this thread of the selected OS thread's block alone; t None: for host code."""
    os_thread, serial = gdb.selected_thread().ptid, t is not None and number("simt_block_serial")

    def there():
        if gdb.selected_thread().ptid != os_thread:
            return False
        return t is None or (number("simt_worker->current") == t and number("simt_block_serial") == serial)

    Quiet("*%d" % pc, command, there, temporary=True)


def surface(frame, command):
    """Goes on to where this frame does, in this thread; then the command runs."""
    block = this_block()
    stop_once(frame.pc(), command, block and block.current)


# ---- findings and faults ----


def party_text(p):
    return "thread %s of block %s" % (shown(triple(p["thread"])), shown(triple(p["block"])))


def line_of_party(p):
    if int(p["site"]["file"]):
        return site_text(p["site"])
    return "%s:%d" % (learner, Lines.at(number("'check/check.c'::check_program_start") + int(p["at"])))


def access(p):
    how = int(p["how"])
    return "atomic" if how & ATOMIC else "write" if how & WRITE else "read"


def finding_text(f):
    a, b = f["a"], f["b"]
    where, message = f["where"].string(), f["message"].string()
    if int(a["call"]):
        return "Race on %s: nothing orders %s and %s.\n  %s" % (where, a["call"].string(), b["call"].string(), message)
    if int(f["tool"]) == RACECHECK:
        return "Race on %s: nothing orders these two.\n  %s by %s at %s\n  %s by %s at %s" % (
            where, access(a), party_text(a), line_of_party(a), access(b), party_text(b), line_of_party(b))
    who = "host code" if int(a["how"]) & HOST else "%s at %s" % (party_text(a), line_of_party(a))
    return "%s\n  by %s%s" % (message, who, "\n  " + where if where else "")


def show_place():
    frame = gdb.selected_frame()
    sal = frame.find_sal()
    block = None if look else this_block()
    who = (look.block, look.t) if look else (block, block.current) if block else None
    if who:
        say("[thread %s of block %s]" % (shown(who[0].index(who[1])), shown(who[0].block)))
    if sal.symtab:
        say("%s () at %s:%d" % (frame.name(), os.path.basename(sal.symtab.filename), sal.line))
        say("%d\t%s" % (sal.line, linecache.getline(sal.symtab.fullname(), sal.line).rstrip()))


def is_new_finding():
    """Of the running program. Two lines may be in one race by several instructions: that is one finding."""
    f = gdb.newest_frame().read_var("f").dereference()
    places = [line_of_party(f[p]) for p in ("a", "b") if int(f[p]["at"]) or int(f[p]["site"]["file"])]
    what = (int(f["tool"]), tuple(sorted(places)))
    new = what not in told
    told.add(what)
    return new


def on_finding():
    global found, fatal
    f = gdb.newest_frame().read_var("f").dereference()
    text, block = finding_text(f), this_block()
    fatal = f["kind"].string() in ENDS_KERNEL and not int(f["a"]["how"]) & HOST
    frame = None if block and block.between else learners_frame()
    if frame and not fatal:
        found = text
        surface(frame, "simt-found")
        gdb.execute("continue")
        if is_running() and learners_frame():
            on_found()  # gdb may run the command later, or has done so
        return
    say("\n" + text)
    if block and block.between and not by_machine:
        look_at(block, block.linear(triple(f["a"]["thread"])))
    elif frame:
        frame.select()
        say("The kernel ends by this.")
    show_place()


def on_found():
    global found
    if not found:
        return
    say("\n" + found)
    found = ""
    learners_frame().select()
    show_place()
    show_chosen()


def show_chosen():
    """The thread that THREAD= names, if it waits elsewhere in this block."""
    block = this_block()
    if not chosen or not chosen[0] or not block or by_machine:
        return
    t = next((t for t in range(block.n) if block.index(t) == chosen[0]), None)
    if t is not None and chosen[1] in (None, block.block) and block.waits(t):
        look_at(block, t)
        show_place()


def is_fault():
    """Of the worker that leaves its block. A signal has stopped gdb already; so has what ends the kernel."""
    global fatal
    if number("simt_worker->fault.error") == 0:
        return False
    was, fatal = fatal, False
    return not was and not (number("simt_worker->fault.signal") and not number("simt_worker->fault.late"))


def on_fault():
    late = number("simt_worker->fault.late")
    text = gdb.parse_and_eval("simt_worker->fault.text").string()
    say("\nThe kernel ends: " + ("has come no further for a long time" if late else text))
    block = this_block()
    if block and block.between and not by_machine:
        look_at(block, block.current)
    else:
        frame = learners_frame()
        if frame:
            frame.select()
    show_place()


# ---- going on ----

line_left = None  # the learner's line from which a step began in what a header inlines there


def bring(was):
    """Lets the thread that was looked at run. It goes on behind the call in which it waits."""
    was.block.os_thread.switch()
    stop_once(was.pc, "python pass", was.t)
    return was.pc, "thread %s of block %s" % (shown(was.block.index(was.t)), shown(was.block.block))


def rise():
    """Out of the runtime's functions, to the learner's. Nothing to do in what is inlined from its headers."""
    global line_left
    frame, target = gdb.newest_frame(), learners_frame()
    if not target or is_learners(frame) or not is_runtime(frame):
        return None, ""
    if target.pc() == frame.pc():
        line_left = target.find_sal().line
        return None, ""
    surface(target, "python pass")
    return target.pc(), "this thread"


def before(command):
    """A command is about to let the program go on. Steps are those of the thread that is looked at."""
    global line_left
    was, line_left = look, None
    put_back()
    if command == "continue" or not is_running() or by_machine:
        return
    if not was and this_block() and not learners_frame():
        raise gdb.GdbError("This thread has come to the kernel's end. Type continue, or simt thread and another one.")
    pc, who = bring(was) if was else rise()
    if not pc:
        return
    gdb.execute("continue")
    if not is_running():
        raise gdb.GdbError("The program has ended.")
    if look or gdb.newest_frame().pc() != pc:
        raise gdb.GdbError("The program stopped before %s could go on." % who)
    frame = learners_frame()
    if frame and not is_learners(gdb.newest_frame()) and frame.pc() == pc:
        line_left = frame.find_sal().line


def after():
    """A step may have left the learner's code: in what a header inlines, or at the kernel's end."""
    stepped = False
    for _ in range(60):
        if not is_running() or by_machine:
            return
        frame = gdb.newest_frame()
        if is_learners(frame) and frame.find_sal().line != line_left:
            break
        if not is_learners(frame) and not is_runtime(frame):
            break
        if not learners_frame():
            say("[this thread has come to the kernel's end]")
            return
        gdb.execute("next" if is_learners(frame) or frame.type() == gdb.INLINE_FRAME else "finish", to_string=True)
        stepped = True
    if stepped:
        show_place()


# ---- commands ----


class Simt(gdb.Command):
    """Threads of a kernel on the CPU runtime: simt threads, simt thread 5, simt shared s_keys, simt only 5."""

    def __init__(self):
        super().__init__("simt", gdb.COMMAND_DATA, prefix=True)


    def invoke(self, argument, from_tty):
        gdb.execute("help simt")


class Plain(gdb.Command):
    """A command that runs a function on its words."""

    def __init__(self, name, function):
        self.__doc__ = function.__doc__
        super().__init__(name, gdb.COMMAND_DATA)
        self.function = function

    def invoke(self, argument, from_tty):
        self.function(argument.split())


def index_of(word):
    """5, 1,2 or (1,2,0)."""
    parts = word.strip("()").split(",")
    if not all(p.isdigit() for p in parts) or not 1 <= len(parts) <= 3:
        raise gdb.GdbError("'%s' is no thread or block. Write 5, or 1,2,0." % word)
    return tuple(int(p) for p in parts + ["0", "0"])[:3]


def read_who(words):
    """[THREAD] [block BLOCK]"""
    thread = index_of(words[0]) if words and words[0] != "block" else None
    rest = words[1:] if thread else words
    if rest and (rest[0] != "block" or len(rest) != 2):
        raise gdb.GdbError("Write a thread, and perhaps its block: 5 block 2.")
    return thread, index_of(rest[1]) if rest else None


def groups(block):
    """State and place, with the threads that have both, in the order of their first one."""
    found = {}
    for t in range(block.n):
        state = STATES[block.state(t)]
        if t == block.current and not block.between:
            state = "runs"
        found.setdefault((state, "" if state in ("not begun", "ended") else place(block, t)), []).append(t)
    return found.items()


def in_rows(block, members):
    """(0,0,0)-(7,0,0) (9,0,0): threads in a row are joined; of many rows only the first are named."""
    rows = []
    for t in members:
        if rows and rows[-1][1] == t - 1:
            rows[-1][1] = t
        else:
            rows.append([t, t])
    names = [shown(block.index(a)) + ("-" + shown(block.index(b)) if b > a else "") for a, b in rows]
    return " ".join(names[:6]) + (" and more, %d in all" % len(members) if len(names) > 6 else "")


def threads(words):
    """The threads of the running blocks: who runs, who waits and where. A * marks the selected one."""
    was = look
    all_blocks = blocks()
    if not all_blocks:
        say("No kernel runs.")
    selected = (was.block.os_thread if was else gdb.selected_thread()).ptid
    for block in all_blocks:
        say("kernel %s, block %s, %d threads" % (block.kernel, shown(block.block), block.n))
        for (state, where), members in groups(block):
            here = block.os_thread.ptid == selected and (was.t if was else block.current) in members
            say("%s %-11s %-24s %s" % ("*" if here else " ", state, where, in_rows(block, members)))
    if was:
        look_at(was.block, was.t)


def thread(words):
    """simt thread 5, simt thread 5 block 2: looks at this thread. bt, up, print and info locals are then about it."""
    index, wanted = read_who(words)
    if index is None:
        show_place()
        return
    selected = look.block.os_thread if look else gdb.selected_thread()
    all_blocks = blocks()
    some = [b for b in all_blocks if (b.block == wanted if wanted else b.os_thread.ptid == selected.ptid)]
    if not some and not wanted:
        some = all_blocks
    if not some:
        raise gdb.GdbError("Block %s does not run. These run: %s." % (
            shown(wanted), " ".join(shown(b.block) for b in all_blocks) or "none") if wanted else "No kernel runs.")
    block = some[0]
    t = block.linear(index)
    if block.state(t) in (NEW, EXITED):
        raise gdb.GdbError("Thread %s has %s, so it has no frames." % (
            shown(index), "ended" if block.state(t) == EXITED else "not begun"))
    look_at(block, t)
    show_place()
    if by_machine:  # an editor lets the program go on without asking us
        gdb.execute("bt")
        gdb.execute("info locals")
        put_back()


def only(words):
    """simt only 5, simt only 5 block 2, simt only all: which thread breakpoints stop."""
    global chosen
    chosen = None if words in ([], ["all"]) else read_who(words)
    for b in gdb.breakpoints():
        condition(b)


def page_of(address):
    part = gdb.parse_and_eval("'check/shadow.c'::check_directory")[address >> 30 & 0x3ffff]
    return part[address >> 12 & 0x3ffff].dereference() if int(part) and int(part[address >> 12 & 0x3ffff]) else None


def is_written(page, address):
    if page is None or bool(page["known"]) or not int(page["written"]):
        return True
    bit = address & 0xfff
    return int(page["written"][bit >> 6]) >> (bit & 63) & 1 == 1


def last_writer(page, address, serial):
    """(linear thread, line, is_atomic) of the last store to this byte by this block, or None."""
    if page is None or not int(page["cells"]):
        return None
    i = (address & 0xfff) >> int(page["shift"])
    cell, at = page["cells"][i], page["at"][i]
    stores = [(int(cell[kind]) & (1 << 26) - 1, kind == "atomic", int(cell[kind]), int(at[kind]))
              for kind in ("write", "atomic") if int(cell[kind]) >> 36 == serial]
    if not stores:
        return None
    _, atomic, stamp, at = max(stores)
    return stamp >> 26 & 1023, Lines.at(number("'check/check.c'::check_program_start") + at), atomic


def element_type(name, item_bytes):
    """Of a variable that a frame of the selected thread knows; otherwise unsigned numbers."""
    frame = gdb.newest_frame()
    try:
        while frame:
            if is_learners(frame):
                try:
                    type_ = frame.read_var(name).type
                    while type_.strip_typedefs().code == gdb.TYPE_CODE_ARRAY:
                        type_ = type_.strip_typedefs().target()
                    return type_
                except ValueError:
                    pass
            frame = frame.older()
    except gdb.error:
        pass
    unsigned = {1: "unsigned char", 2: "unsigned short", 8: "unsigned long"}
    return gdb.lookup_type(unsigned.get(item_bytes, "unsigned int"))


def show_rows(values):
    """Eight in a row; rows that repeat the one above are not printed."""
    width, same = max(len(v) for v in values) + 1, None
    for i in range(0, len(values), 8):
        row = values[i:i + 8]
        if i and row == values[i - 8:i]:
            same = i + len(row) - 1
            continue
        if same:
            say("  ...    the same up to [%d]" % same)
            same = None
        say("  %-7s%s" % ("[%d]" % i, "".join("%*s" % (width, v) for v in row)))
    if same:
        say("  ...    the same up to [%d]" % same)


def show_shared(block, name, start, size, item):
    type_ = element_type(name, item)
    clock = gdb.parse_and_eval("'check/clock.c'::check_clock")
    serial = int(clock["serial"]) if int(clock) else -1
    values, writers = [], []
    for i in range(size // item):
        address = start + i * item
        page = page_of(address)
        written = is_written(page, address)
        value = gdb.Value(address).cast(type_.pointer()).dereference()
        values.append(value.format_string() if written else POISON)
        writers.append(last_writer(page, address, serial) if written else None)
    if len(values) == 1:
        say("%s = %s%s" % (name, values[0], writer_text(block, writers[0], writers[0])))
        return
    say("%s: %d x %s" % (name, len(values), type_))
    show_rows(values)
    first = 0
    for i in range(1, len(values) + 1):
        if i < len(values) and (writers[i] or (0, 0))[1:] == (writers[first] or (0, 0))[1:]:
            continue
        text = writer_text(block, writers[first], writers[i - 1])
        if text:
            say("  [%d]-[%d]%s" % (first, i - 1, text) if i - 1 > first else "  [%d]%s" % (first, text))
        first = i


def writer_text(block, first, last):
    if not first:
        return ""
    who = "thread %s" % shown(block.index(first[0]))
    if last[0] != first[0]:
        who += " to %s" % shown(block.index(last[0]))
    return "   last written by %s at line %d%s" % (who, first[1], " (atomic)" if first[2] else "")


def shared(words):
    """simt shared s_keys: a __shared__ variable of the block, and who wrote it last. Without a name: all of them.
    A - stands where nobody has written."""
    was = look
    block = was.block if was else this_block()
    if not block:
        raise gdb.GdbError("No kernel runs here.")
    known = gdb.parse_and_eval("'check/check.c'::own_names")
    variables = [(v["name"].string(), int(v["start"]), int(v["bytes"]), int(v["item_bytes"]))
                 for v in (known["of"][i] for i in range(int(known["n"])))]
    wanted = [v for v in variables if not words or v[0] in words]
    if words and not wanted:
        raise gdb.GdbError("No __shared__ variable '%s' is in use. There are: %s." % (
            " ".join(words), " ".join(v[0] for v in variables) or "none"))
    if not wanted:
        say("No __shared__ variable is in use yet.")
    for v in wanted:
        show_shared(block, *v)


# ---- start ----


def kernels():
    """The kernels in the learner's file, by name."""
    text = open(learners_symtab().fullname()).read()
    return re.findall(r"__global__[^;{(]*?\bvoid\b(?:\s*__\w+__\s*\([^)]*\))*\s+(\w+)\s*\(", text)


def functions():
    """All functions in the learner's file."""
    symtab = learners_symtab()
    names = set()
    for block in (symtab.global_block(), symtab.static_block()):
        for symbol in block:
            if symbol.is_function and symbol.symtab.filename == symtab.filename:
                names.add(symbol.name.split("(")[0])
    return sorted(names)


class First(gdb.Breakpoint):
    """The first line of a function; whichever is reached first ends them all."""

    all = []

    def __init__(self, name):
        super().__init__("%s:%s" % (learner, name), internal=True)
        self.enabled = False
        self.commands = "silent\nsimt-first"
        First.all.append(self)

    def stop(self):
        if chosen or not has_kernels():
            return is_chosen()
        block = this_block()
        return block is None or (block.current == 0 and block.block == (0, 0, 0))

    @classmethod
    def enable(cls, on):
        for b in cls.all:
            b.enabled = on


def on_first(words):
    First.enable(False)
    show_place()


def ended(event):
    global look, fatal
    look, fatal, Lines.table = None, False, None
    told.clear()


def probe():
    """Whether the checkers find something, or something crashes: a run without gdb, which nobody sees."""
    shown_environment = gdb.execute("show environment", to_string=True)
    environment = dict(line.split("=", 1) for line in shown_environment.splitlines() if "=" in line)
    folder = environment["SORTLAB_DEBUG"]
    report = environment["SIMT_REPORT"] = os.path.join(folder, "report.json")
    if os.path.exists(report):
        os.remove(report)
    run = subprocess.run(
        ["sh", "-c", 'exec "$0" "$@" 3<"$SORTLAB_DEBUG/inputs" 4>"$SORTLAB_DEBUG/outputs"',
         gdb.current_progspace().filename] + gdb.parameter("args").split(),
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if run.returncode or b": runtime error: " in run.stdout:
        return True
    if not os.path.exists(report):
        return False
    return any(f["severity"] != "INFO" for f in json.load(open(report))["findings"])


def run():
    try:
        gdb.execute("run")
    except gdb.error as e:
        raise gdb.GdbError("gdb may not run a program here: %s. In a container, start that with "
                           "--cap-add=SYS_PTRACE." % e)


def start(words):
    """Runs to the first finding of the checkers or to a crash; without one, to the kernel's first line."""
    First.enable(False)
    if probe():
        run()
        if is_running():
            return
    say("The checkers find nothing and nothing crashes, so the program stops at %s first line."
        % ("a kernel's" if has_kernels() and kernels() else "your"))
    First.enable(True)
    run()
    if not is_running():
        say("It came to none%s. Type break with a function's name, then run."
            % (" in this thread and block" if chosen else ""))


def settle(words):
    """simt learner FILE: what the debugger needs to know beforehand; case.gdb says it."""
    global learner
    learner = words[0]
    for command in (
        "set pagination off",
        "set confirm off",
        "set print frame-arguments scalars",
        "set print inferior-events off",
        "set print thread-events off",
        "handle SIGURG SIGPIPE nostop noprint pass",
        "skip -gfi run/*.c",
        "skip -gfi check/*.c",
        "skip -gfi simt/include/*",
        "skip -gfi simt/include/*/*",
        "skip -gfi /usr/include/*",
        "macro define threadIdx (*(uint3 *)&simt_self)",
        "macro define blockIdx (*(uint3 *)&simt_block_idx)",
        "macro define blockDim simt_block_dim",
        "macro define gridDim simt_grid_dim",
    ):
        gdb.execute(command, to_string=True)
    if has_kernels():
        Quiet("check_tell_debugger", "simt-finding", is_new_finding)
        Quiet("simt_leave_block", "simt-fault", is_fault)
    else:
        gdb.execute("set breakpoint pending on", to_string=True)
        for function in ("__asan_on_error", "__ubsan_on_report"): # of libraries that are not there yet
            gdb.execute("python Quiet('%s', 'simt-sanitizer')" % function, to_string=True)
    # Before the first run: behind it gdb finds a function, but not where its first line is.
    for name in has_kernels() and kernels() or functions():
        gdb.execute("python First('%s')" % name, to_string=True)


def on_sanitizer(words):
    frame = learners_frame()
    if frame:
        frame.select()
    say("\nThe compiler's sanitizer finds a mistake. Type continue for its report.")
    show_place()


class Shown(FrameDecorator):
    """A frame without its address and its function's parameter types; a kernel with its launch."""

    def address(self):
        return None

    def function(self):
        frame = self.inferior_frame()
        name = frame.name()
        launch = gdb.parse_and_eval("simt_worker") if name and is_learners(frame) and has_kernels() else 0
        if not int(launch) or not launch["in_kernel"] or launch["launch"]["kernel"]["name"].string() != name:
            return name
        config = launch["launch"]["config"]
        return "%s<<<%s,%s>>>" % (name, shown(triple(config["grid"])), shown(triple(config["block"])))


class Fibers:
    """bt without the runtime's frames."""

    name, enabled, priority = "simt", True, 100

    def filter(self, frames):
        return (Shown(f) for f in frames if not is_runtime(f.inferior_frame()))


Simt()
for name, function in {
    "simt threads": threads,
    "simt thread": thread,
    "simt shared": shared,
    "simt only": only,
    "simt start": start,
    "simt learner": settle,
    "simt-finding": lambda words: on_finding(),
    "simt-found": lambda words: on_found(),
    "simt-fault": lambda words: on_fault(),
    "simt-sanitizer": on_sanitizer,
    "simt-first": on_first,
    "simt-before": lambda words: before(words[0]),
    "simt-after": lambda words: after(),
}.items():
    Plain(name, function)
Chosen("_chosen")
gdb.events.breakpoint_created.connect(condition)
gdb.events.exited.connect(ended)
fibers = Fibers()
gdb.frame_filters["simt"] = fibers
for command in ("step", "next", "stepi", "nexti", "finish", "until", "advance"):
    gdb.execute("define hook-%s\nsimt-before step\nend" % command)
for command in ("step", "next"):
    gdb.execute("define hookpost-%s\nsimt-after\nend" % command)
for command in ("continue", "run", "kill", "detach", "signal", "thread", "jump"):
    gdb.execute("define hook-%s\nsimt-before continue\nend" % command)
