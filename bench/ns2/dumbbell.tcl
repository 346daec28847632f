# The counterpart in ns-2 of the benchmark's four cases: NewReno flows that all start at 0 share one link, drop tail, no
# delayed acknowledgements, packets of 1500 bytes. Prints how many segments were acknowledged.
# Arguments: flows, rate in bit/s, round-trip time in ms, limit of the queue in packets, duration in s.
lassign $argv flows rate rtt limit duration

set ns [new Simulator]
set left [$ns node]
set right [$ns node]
$ns duplex-link $left $right $rate [expr {$rtt / 2.0}]ms DropTail
$ns queue-limit $left $right $limit
# Acknowledgements are only delayed.
$ns queue-limit $right $left 100000000

Agent/TCP set window_ 100000000
Agent/TCP set packetSize_ 1460
Agent/TCP set overhead_ 0

for {set i 0} {$i < $flows} {incr i} {
    set sender($i) [new Agent/TCP/Newreno]
    set receiver($i) [new Agent/TCPSink]
    $ns attach-agent $left $sender($i)
    $ns attach-agent $right $receiver($i)
    $ns connect $sender($i) $receiver($i)
    set source($i) [new Application/FTP]
    $source($i) attach-agent $sender($i)
    $ns at 0 "$source($i) start"
}

proc finish {} {
    global flows sender
    set delivered 0
    # ack_ is the number of the last segment acknowledged, from 0 on.
    for {set i 0} {$i < $flows} {incr i} { incr delivered [expr {[$sender($i) set ack_] + 1}] }
    puts $delivered
    exit 0
}
$ns at $duration finish
$ns run
