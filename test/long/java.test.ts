import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { makeRepository, type Repository } from "../support/repository.ts";
import { isGradleAbsent, isMavenAbsent } from "../support/toolchains.ts";

let repository: Repository;
afterEach(() => repository.remove());

const MINUTES = 60_000;
const pom = (dependency: string) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>demo</groupId><artifactId>demo</artifactId><version>1</version>
  <properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties>
  <dependencies><dependency>${dependency}<scope>test</scope></dependency></dependencies>
  <build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin></plugins></build>
</project>
`;
const SOURCE = "src/main/java/shop/Cart.java";
const CART = `package shop;

import java.util.ArrayList;
import java.util.List;

public class Cart {
    private final List<Integer> prices = new ArrayList<>();

    public void add(int price) {
        prices.add(price);
    }

    public int total() {
        int sum = 0;
        for (int price : prices) {
            sum -= price;
        }
        return sum;
    }
}
`;
const body = (type: string) => `
${type} CartTest {
    @Test
    public void sumsPrices() {
        Cart cart = new Cart();
        cart.add(3);
        cart.add(4);
        assertEquals(7, cart.total());
    }

    @Test
    public void startsEmpty() {
        assertEquals(0, new Cart().total());
    }
}
`;

const JUNIT_4 = `package shop;

import static org.junit.Assert.assertEquals;

import org.junit.Test;
${body("public class")}`;
const projects = [
  {
    name: "Maven and JUnit 5",
    isAbsent: isMavenAbsent(),
    build: {
      "pom.xml": pom(
        "<groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.2</version>",
      ),
    },
    test: `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
${body("class")}`,
  },
  {
    name: "Maven and JUnit 4",
    isAbsent: isMavenAbsent(),
    build: {
      "pom.xml": pom("<groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version>"),
    },
    test: JUNIT_4,
  },
  {
    name: "Gradle and JUnit 4",
    isAbsent: isGradleAbsent(),
    build: {
      "settings.gradle": 'rootProject.name = "shop"\n',
      "build.gradle": `apply plugin: "java"
repositories { maven { url "file:/usr/share/maven-repo" } }
dependencies { testCompile "junit:junit:4.x" }
`,
    },
    test: JUNIT_4,
  },
];

/** Needs the dependencies on this machine: nothing is downloaded. */
describe.each(projects)("a project with $name", (project) => {
  it.skipIf(project.isAbsent)(
    "is repaired, confirmed, landed and rolled back",
    async () => {
      repository = makeRepository((folder) => {
        const files = {
          ...project.build,
          [SOURCE]: CART,
          "src/test/java/shop/CartTest.java": project.test,
          ".gitignore": "target/\nbuild/\n.gradle/\n",
          // Left by an earlier build of the user.
          "target/surefire-reports/TEST-shop.CartTest.xml": "<testsuite/>",
        };
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(folder, path)), { recursive: true });
          writeFileSync(join(folder, path), text);
        }
      });
      const before = repository.fingerprint();
      const repair = await agentforge(repository.path, ["repair", "--json"], {}, 8 * MINUTES);
      expect(repair.json.status).toBe("waiting_for_review");
      const { review } = repair.json;
      expect(review.asked_because[0]).toMatch(/could not be measured/);
      expect(review.evidence.doubts ?? []).toEqual([]);
      expect(review.evidence.confirmation).toMatchObject({ tests: 2, canaries: 2, missing: null });
      expect(repository.fingerprint()).toBe(before);

      const approved = await agentforge(
        repository.path,
        ["review", "approve", review.review_id, "--json"],
        {},
        4 * MINUTES,
      );
      expect(approved.json).toMatchObject({ status: "landed" });
      expect(repository.read(SOURCE)).toContain("sum += price;");
      const undone = await agentforge(repository.path, ["rollback", review.review_id, "--json"]);
      expect(undone.exitCode).toBe(0);
      expect(repository.read(SOURCE)).toBe(CART);
      expect(repository.git("status", "--porcelain")).toBe("");
    },
    15 * MINUTES,
  );
});
