import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AnswerOf } from "../src/hosts/http/api/routes.ts";
import { useKeys } from "./core/keyboard.ts";
import { useConnection } from "./core/live.ts";
import { Link, matchPath, navigate, useLocation } from "./core/router.tsx";
import { useTheme } from "./core/theme.ts";
import { Toasts } from "./core/toasts.tsx";
import { type Answer, useAnswer } from "./core/use-answer.ts";
import { FleetView } from "./fleet/fleet-view.tsx";
import { InboxView } from "./inbox/inbox-view.tsx";
import { CertificateView } from "./journal/certificate-view.tsx";
import { JournalView } from "./journal/journal-view.tsx";
import { OverviewView } from "./overview/overview-view.tsx";
import { Command, Empty, ProblemBox } from "./parts/basics.tsx";
import { Icon, type IconName } from "./parts/icons.tsx";
import { KeyHelp } from "./parts/key-help.tsx";
import { Shown } from "./parts/shown.tsx";
import { PlanView } from "./plans/plan-view.tsx";
import { PlansView } from "./plans/plans-view.tsx";
import { RunView } from "./runs/run-view.tsx";
import { RunsView } from "./runs/runs-view.tsx";
import { ViolationView } from "./violations/violation-view.tsx";
import { ViolationsView } from "./violations/violations-view.tsx";

interface Place {
  readonly href: string;
  readonly name: string;
  readonly icon: IconName;
  readonly key: string;
  readonly also?: string;
}

const PLACES: readonly Place[] = [
  { href: "/", name: "Inbox", icon: "inbox", key: "1", also: "/reviews/ /escalations/" },
  { href: "/runs", name: "Runs", icon: "runs", key: "2" },
  { href: "/violations", name: "Violations", icon: "violations", key: "3" },
  { href: "/plans", name: "Plans", icon: "plans", key: "4" },
  { href: "/journal", name: "Journal", icon: "journal", key: "5", also: "/certificates/" },
  { href: "/overview", name: "Overview", icon: "overview", key: "6" },
];

const FLEET_PLACES: readonly Place[] = [
  { href: "/", name: "Inbox", icon: "inbox", key: "1", also: "/reviews/" },
  { href: "/tasks", name: "Tasks", icon: "runs", key: "2" },
  { href: "/workers", name: "Workers", icon: "plans", key: "3" },
  { href: "/overview", name: "Overview", icon: "overview", key: "4" },
];

export function Page() {
  const { path } = useLocation();
  const project = useAnswer("getProject", {}, []);
  const isFleet = project.data?.site === "fleet";
  const places = isFleet ? FLEET_PLACES : PLACES;
  const [, toggleTheme] = useTheme();
  const [helpIsOpen, showHelp] = useState(false);
  useKeys("Everywhere", [
    { key: "?", label: "Keyboard shortcuts", run: () => showHelp(true) },
    ...places.map(({ href, name, key }) => ({ key, label: name, run: () => navigate(href) })),
    { key: "t", label: "Light or dark", run: toggleTheme },
  ]);
  useReloadOnReconnect(project);
  const place = places.find((each) => isHere(each, path));
  useEffect(() => {
    document.title = `${place?.name ?? "Not found"} · ${project.data?.name ?? "AgentForge"}`;
  }, [place, project.data]);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="side">
        <ProjectName project={project} />
        <nav aria-label="Main">
          {places.map((each) => (
            <Link key={each.href} href={each.href} aria-current={each === place ? "page" : undefined}>
              <Icon name={each.icon} />
              <span>{each.name}</span>
              {each.href === "/" && project.data !== null && (isFleet ? <FleetCount /> : <Count />)}
            </Link>
          ))}
        </nav>
        <SideFoot project={project} toggleTheme={toggleTheme} help={() => showHelp(true)} />
      </header>
      <main id="main" tabIndex={-1}>
        <ConnectionNotice />
        {project.problem !== null && project.data === null ? (
          <NotStarted project={project} />
        ) : (
          project.data !== null && <View key={path.split("/")[1]} path={path} isFleet={isFleet} />
        )}
      </main>
      <Toasts />
      {helpIsOpen && <KeyHelp close={() => showHelp(false)} />}
    </div>
  );
}

type ProjectAnswer = ReturnType<typeof useAnswer<"getProject">>;

/** The server may have been restarted; not while the first request is pending. */
function useReloadOnReconnect(project: ProjectAnswer): void {
  const connection = useConnection();
  const { reload } = project;
  const isAnswered = useRef(false);
  isAnswered.current = project.data !== null || project.problem !== null;
  useEffect(() => {
    if (connection === "live" && isAnswered.current) reload();
  }, [connection, reload]);
}

function SideFoot({
  project,
  toggleTheme,
  help,
}: {
  readonly project: ProjectAnswer;
  readonly toggleTheme: () => void;
  readonly help: () => void;
}) {
  return (
    <div className="side-foot">
      {project.data !== null && (
        <span className="muted person" title="Your name in the journal">
          <Shown text={project.data.person} />
          {project.data.role !== "admin" && ` (${project.data.role})`}
        </span>
      )}
      <button type="button" className="quiet" aria-label="Light or dark" onClick={toggleTheme}>
        <Icon name="light" />
      </button>
      <button type="button" className="quiet" aria-label="Keyboard help" onClick={help}>
        <Icon name="help" />
      </button>
    </div>
  );
}

/** The number of waiting items, next to the inbox link. */
function Count() {
  const inbox = useAnswer("listInbox", { query: { limit: 1 } }, ["reviews", "escalations", "plans", "runs"]);
  return <Waiting total={inbox.data?.total ?? 0} />;
}

function FleetCount() {
  const inbox = useAnswer("listFleetInbox", { query: { limit: 1 } }, ["reviews", "runs"]);
  return <Waiting total={inbox.data?.total ?? 0} />;
}

function Waiting({ total }: { readonly total: number }) {
  if (total === 0) return null;
  return (
    <span className="count" role="img" aria-label={`${total} waiting`}>
      {total}
    </span>
  );
}

function View({ path, isFleet }: { readonly path: string; readonly isFleet: boolean }): ReactNode {
  if (isFleet) return <FleetView path={path} />;
  if (path === "/" || path.startsWith("/reviews/") || path.startsWith("/escalations/")) return <InboxView />;
  if (path === "/runs") return <RunsView />;
  if (path === "/violations") return <ViolationsView />;
  if (path === "/plans") return <PlansView />;
  if (path === "/journal") return <JournalView />;
  if (path === "/overview") return <OverviewView />;
  const run = matchPath("/runs/:id", path);
  if (run !== null) return <RunView key={run} id={run} />;
  const violation = matchPath("/violations/:id", path);
  if (violation !== null) return <ViolationView key={violation} id={violation} />;
  const plan = matchPath("/plans/:id", path);
  if (plan !== null) return <PlanView key={plan} id={plan} />;
  const certificate = matchPath("/certificates/:id", path);
  if (certificate !== null) return <CertificateView key={certificate} name={certificate} />;
  return (
    <Empty title="Page not found" isView>
      <p>
        <Link href="/">Go to the inbox</Link>
      </p>
    </Empty>
  );
}

function ProjectName({ project }: { readonly project: Answer<AnswerOf<"getProject">> }) {
  return (
    <div className="project">
      <strong>{project.data === null ? "AgentForge" : <Shown text={project.data.name} />}</strong>
      {project.data?.branch && (
        <span className="muted">
          <Shown text={project.data.branch} />
        </span>
      )}
    </div>
  );
}

function ConnectionNotice() {
  const connection = useConnection();
  return (
    <div role="status" className="connection">
      {connection === "signed-out" && (
        <p className="notice warn">The server was restarted. Open the link it printed to continue.</p>
      )}
      {connection === "lost" && (
        <p className="notice warn">
          The server is not responding. This page may be out of date; it reconnects automatically.
        </p>
      )}
    </div>
  );
}

function NotStarted({ project }: { readonly project: Answer<AnswerOf<"getProject">> }) {
  const { problem, reload } = project;
  if (problem?.status !== 401) return problem && <ProblemBox problem={problem} retry={reload} />;
  return (
    <Empty title="You are not signed in" isView>
      <p>Open the link that the server printed when it started. To get a new one, start it again:</p>
      <Command text="agentforge serve --open" />
    </Empty>
  );
}

function isHere({ href, also = "" }: { href: string; also?: string }, path: string): boolean {
  if (path === href || (href !== "/" && path.startsWith(`${href}/`))) return true;
  return also.split(" ").some((start) => start !== "" && path.startsWith(start));
}
