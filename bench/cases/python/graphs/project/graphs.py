from collections import deque
import heapq


def shortest_path(graph, start, goal):
    """Fewest hops from start to goal as a list of nodes; None if there is no path."""
    previous = {start: None}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if node == goal:
            break
        for neighbour in graph.get(node, ()):
            if neighbour not in previous:
                previous[neighbour] = node
                queue.append(neighbour)
    if goal not in previous:
        return None
    path = []
    node = goal
    while node is not None:
        path.append(node)
        node = previous[node]
    return path[::-1]


def cheapest(weights, start):
    """Cost of the cheapest path from start to every reachable node."""
    costs = {}
    heap = [(0, start)]
    while heap:
        cost, node = heapq.heappop(heap)
        if node in costs:
            continue
        costs[node] = cost
        for neighbour, weight in weights.get(node, {}).items():
            heapq.heappush(heap, (cost + weight, neighbour))
    return costs


def has_cycle(graph):
    done, active = set(), set()

    def visit(node):
        if node in active:
            return True
        if node in done:
            return False
        active.add(node)
        found = any(visit(each) for each in graph.get(node, ()))
        active.remove(node)
        done.add(node)
        return found

    return any(visit(node) for node in graph)


def components(nodes, edges):
    parent = {node: node for node in nodes}

    def find(node):
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for first, second in edges:
        parent[find(first)] = find(second)
    groups = {}
    for node in nodes:
        groups.setdefault(find(node), []).append(node)
    return sorted(groups.values())
