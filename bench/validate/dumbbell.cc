/*
 * A dumbbell in ns-3: TCP flows of one kind over one drop-tail link with random loss; acknowledgements are only delayed. Prints each
 * flow's goodput in bit/s between the end of the warm-up and the end of the run, and the mean queue in packets.
 *
 * Arguments: algorithm (ns-3's class without "Tcp"), loss, flows, warm-up and end (s), seed. The path is that of parts/linux.mjs: 10 Mbit/s,
 * 40 ms, 84 packets of 1500 bytes. Not here: which runs (ns3.mjs).
 */
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

using namespace ns3;

static double weighted, since;
static uint32_t length_now;

static void on_length(uint32_t, uint32_t now) {
    const double at = Simulator::Now().GetSeconds();
    weighted += length_now * (at - since);
    since = at;
    length_now = now;
}

static void forget() {
    weighted = 0;
    since = Simulator::Now().GetSeconds();
}

int main(int count, char **words) {
    if (count != 7) return 2;
    const std::string algorithm = words[1];
    const double loss = atof(words[2]), warm = atof(words[4]), end = atof(words[5]);
    const int flows = atoi(words[3]);
    RngSeedManager::SetRun(atoi(words[6]));
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TypeId::LookupByName("ns3::Tcp" + algorithm)));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 23));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 23));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));

    NodeContainer nodes(2);
    PointToPointHelper link;
    // The link's own header has two bytes.
    link.SetDeviceAttribute("DataRate", StringValue("10013333bps"));
    link.SetChannelAttribute("Delay", StringValue("20ms"));
    link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("84p"));
    NetDeviceContainer devices = link.Install(nodes);
    // Acknowledgements are only delayed.
    devices.Get(1)->SetAttribute("DataRate", StringValue("10Gbps"));
    if (loss > 0) {
        Ptr<RateErrorModel> chance = CreateObject<RateErrorModel>();
        chance->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        chance->SetRate(loss);
        devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(chance));
    }
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    Ipv4InterfaceContainer interfaces = addresses.Assign(devices);
    // The device's queue is the only one.
    TrafficControlHelper().Uninstall(devices);

    std::vector<Ptr<PacketSink>> sinks;
    for (int i = 0; i < flows; i++) {
        const uint16_t port = 5000 + i;
        PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), port));
        ApplicationContainer receiver = sink.Install(nodes.Get(1));
        receiver.Start(Seconds(0));
        sinks.push_back(DynamicCast<PacketSink>(receiver.Get(0)));
        BulkSendHelper source("ns3::TcpSocketFactory", InetSocketAddress(interfaces.GetAddress(1), port));
        source.SetAttribute("MaxBytes", UintegerValue(0));
        source.Install(nodes.Get(0)).Start(Seconds(0.5 * i));
    }
    Ptr<Queue<Packet>> queue = DynamicCast<PointToPointNetDevice>(devices.Get(0))->GetQueue();
    queue->TraceConnectWithoutContext("PacketsInQueue", MakeCallback(&on_length));
    std::vector<uint64_t> before(flows);
    Simulator::Schedule(Seconds(warm), [&] {
        forget();
        for (int i = 0; i < flows; i++) before[i] = sinks[i]->GetTotalRx();
    });
    Simulator::Stop(Seconds(end));
    Simulator::Run();
    on_length(0, 0);
    printf("{\"goodput_bps\": [");
    for (int i = 0; i < flows; i++)
        printf("%s%.0f", i > 0 ? ", " : "", (sinks[i]->GetTotalRx() - before[i]) * 8 / (end - warm));
    printf("], \"queue_packets\": %.3f}\n", weighted / (end - warm));
    Simulator::Destroy();
    return 0;
}
