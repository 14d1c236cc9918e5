import { Link } from "../core/router.tsx";
import { Empty } from "../parts/basics.tsx";
import { FleetInboxView } from "./fleet-inbox.tsx";
import { FleetOverviewView } from "./fleet-overview.tsx";
import { FleetTasksView } from "./fleet-tasks.tsx";
import { FleetWorkersView } from "./fleet-workers.tsx";

/** The fleet page, routed by path. */
export function FleetView({ path }: { readonly path: string }) {
  if (path === "/" || path.startsWith("/reviews/")) return <FleetInboxView />;
  if (path === "/tasks") return <FleetTasksView />;
  if (path === "/workers") return <FleetWorkersView />;
  if (path === "/overview") return <FleetOverviewView />;
  return (
    <Empty title="Page not found" isView>
      <p>
        <Link href="/">Go to the inbox</Link>
      </p>
    </Empty>
  );
}
