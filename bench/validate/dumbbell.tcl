# A dumbbell in ns-2: flows that share one link, with a drop-tail or RED queue and random loss; acknowledgements are only delayed.
# Writes to the standard error the link's trace (+ enqueued, - dequeued, d dropped, r received at the sink's end) and at last a line for each flow:
# `flow NUMBER SENT RETRANSMITTED TIMEOUTS CUTS`. Not here: which runs, and what is counted in the trace (ns2.mjs).
#
# Arguments are pairs of name and value, times in seconds:
#   rate (bit/s)   rtt   queue (packets)   red ({min max max_p weight ecn}, or {} for drop tail)   loss (probability)
#   jitter         window (initial, packets)   delack (0 = an acknowledgement for each packet)
#   tfrctick (in which TFRC counts its timeout)
#   seed           duration   flows (list of {kind start packets}; packets 0 = endless; a kind linux.NAME is a module of Linux)
array set option $argv

# Substreams of ns-2's generator are 2^76 draws apart; seeds that are multiples of each other give correlated draws.
proc substream {generator number} {
    for {set i 0} {$i < $number} {incr i} { $generator next-substream }
}
$defaultRNG seed 12345
substream $defaultRNG $option(seed)

# Not the standard output: modules of Linux print their own remarks there.
set out stderr
fconfigure $out -buffering full -buffersize 1000000
set ns [new Simulator]
set left [$ns node]
set right [$ns node]

set discipline DropTail
if {$option(red) ne ""} {
    set discipline RED
    lassign $option(red) min max probability weight ecn
    Queue/RED set thresh_ $min
    Queue/RED set maxthresh_ $max
    Queue/RED set linterm_ [expr {1.0 / $probability}]
    Queue/RED set q_weight_ $weight
    Queue/RED set setbit_ $ecn
    # Thresholds and the limit count packets.
    Queue/RED set bytes_ false
    Queue/RED set queue_in_bytes_ false
    Agent/TCP set ecn_ $ecn
}
set delay [expr {$option(rtt) / 2.0}]
$ns simplex-link $left $right $option(rate) $delay $discipline
$ns simplex-link $right $left 1e12 $delay DropTail
$ns queue-limit $left $right $option(queue)
$ns queue-limit $right $left 100000000
$ns trace-queue $left $right $out
# After the trace, so that what is lost by chance never counts as having reached the queue.
if {$option(loss) > 0} {
    set generator [new RNG]
    substream $generator $option(seed)
    set uniform [new RandomVariable/Uniform]
    $uniform use-rng $generator
    set chance [new ErrorModel]
    $chance unit pkt
    $chance set rate_ $option(loss)
    $chance ranvar $uniform
    $chance drop-target [new Agent/Null]
    $ns lossmodel $chance $left $right
}

# 1500 bytes on the wire: ns-2 adds 40 of TCP and IP, for TFRC 32 unless told otherwise, and for Vegas nothing.
Agent/TCP set packetSize_ 1460
Agent/TCP/Vegas set packetSize_ 1500
Agent/TFRC set packetSize_ 1460
Agent/TFRC set headersize_ 40
Agent/TFRC set tcp_tick_ $option(tfrctick)
Agent/TCP set window_ 100000000
Agent/TCP set windowInit_ $option(window)
Agent/TCP set syn_ false
Agent/TCP set overhead_ $option(jitter)
Agent/TCP set minrto_ 0.2

# A kind `linux.NAME` is the module NAME of Linux 2.6.22 in ns-2's frame for them, with time stamps.
Agent/TCP/Linux set timestamps_ true
Agent/TCP/Linux set ts_option_size_ 0
array set senders {newreno TCP/Newreno reno TCP/Reno tahoe TCP sack TCP/Sack1 vegas TCP/Vegas linux TCP/Linux tfrc TFRC}
array set sinks {newreno TCPSink reno TCPSink tahoe TCPSink sack TCPSink/Sack1 vegas TCPSink linux TCPSink/Sack1 tfrc TFRCSink}
set number 0
foreach flow $option(flows) {
    lassign $flow kind start packets
    set module ""
    regexp {^linux[.](.*)$} $kind kind module
    if {$module ne ""} { set kind linux }
    set sender($number) [new Agent/$senders($kind)]
    $sender($number) set fid_ $number
    if {$module ne ""} { $ns at 0 "$sender($number) select_ca $module" }
    if {$option(delack) > 0 && $kind ne "tfrc"} {
        set sink [new Agent/$sinks($kind)/DelAck]
        $sink set interval_ $option(delack)
    } else {
        set sink [new Agent/$sinks($kind)]
    }
    if {$module ne ""} { $sink set ts_echo_rfc1323_ true }
    $ns attach-agent $left $sender($number)
    $ns attach-agent $right $sink
    $ns connect $sender($number) $sink
    if {$kind eq "tfrc"} {
        $ns at $start "$sender($number) start"
    } else {
        set source [new Application/FTP]
        $source attach-agent $sender($number)
        $ns at $start [expr {$packets > 0 ? "$source produce $packets" : "$source start"}]
    }
    set counters($number) [expr {$kind eq "tfrc" ? "ndatapack_" : "ndatapack_ nrexmitpack_ nrexmit_ ncwndcuts_"}]
    incr number
}

proc finish {} {
    global sender counters number out
    for {set i 0} {$i < $number} {incr i} {
        set line "flow $i"
        foreach name $counters($i) { append line " [$sender($i) set $name]" }
        puts $out $line
    }
    flush $out
    exit 0
}
$ns at $option(duration) finish
$ns run
