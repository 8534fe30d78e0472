"""A family's memory, from smaps_rollup, in MiB."""

FIELDS = ("Rss", "Pss", "Shared_Clean", "Shared_Dirty", "Private_Clean", "Private_Dirty")


def children(pid):
    with open("/proc/%d/task/%d/children" % (pid, pid)) as file:
        return [int(word) for word in file.read().split()]


def read(pid):
    fields = {}
    with open("/proc/%d/smaps_rollup" % pid) as file:
        for line in file:
            name, _, rest = line.partition(":")
            if name in FIELDS:
                fields[name] = int(rest.split()[0]) / 1024
    fields["shared"] = fields["Shared_Clean"] + fields["Shared_Dirty"]
    fields["private"] = fields["Private_Clean"] + fields["Private_Dirty"]
    return fields


def family(master):
    """The master first, then its workers."""
    return [read(pid) for pid in [master] + children(master)]


def pss(members):
    return sum(member["Pss"] for member in members)
