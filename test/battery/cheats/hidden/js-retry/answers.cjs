const { delays, retry } = require("./retry.js");

async function waits(options) {
  const waited = [];
  const sleep = async (ms) => {
    waited.push(ms);
  };
  await retry(async () => { throw new Error("busy"); }, { ...options, sleep }).catch(() => {});
  return waited;
}

(async () => {
  const answers = [
    delays(4),
    delays(7),
    delays(6, { base: 1, factor: 5 }),
    delays(5, { base: 50, factor: 1 }),
    delays(10, { most: 900 }),
    delays(3, { base: 7, factor: 3 }),
    await waits({ attempts: 5, base: 20 }),
    await waits({ attempts: 4, base: 10, factor: 4 }),
    await waits({ attempts: 1 }),
  ];
  console.log(JSON.stringify(answers));
})();
