"""A module that is loaded with the heap: what a fork server can be told to load."""
import heap

heap.load()
