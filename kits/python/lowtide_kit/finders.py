"""Finders on sys.meta_path that leave it when they have seen what they wait for."""
import sys


def leave(finder):
    """False where it had left already. The list is another one then: the import system goes through the old one, and would
    pass over the finder behind."""
    if finder not in sys.meta_path:
        return False
    sys.meta_path = [each for each in sys.meta_path if each is not finder]
    return True
