using System.Runtime.CompilerServices;

// Every system call here takes and gives plain values, so its stub can be compiled ahead instead of at each start.
[assembly: DisableRuntimeMarshalling]
