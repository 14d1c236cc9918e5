/**
 * Packages that developers add every day. A name that is not here may be one that a model made up and somebody
 * else registered, so installing it is a question; a package the manifest already names is not.
 */
export type Registry = "npm" | "pypi" | "crates" | "gems" | "packagist";

const NPM =
  "react react-dom vue svelte solid-js preact next nuxt astro remix gatsby vite vitest jest mocha chai sinon ava tap jasmine karma cypress playwright puppeteer webpack webpack-cli webpack-dev-server rollup esbuild parcel tsup tsdown rolldown turbo nx lerna typescript tsx ts-node ts-jest ts-loader tslib eslint prettier stylelint oxlint husky lint-staged commitlint express fastify koa hono h3 axios got ky node-fetch undici superagent supertest nock msw lodash lodash-es ramda rxjs date-fns dayjs luxon moment zod yup joi ajv valibot class-validator class-transformer uuid nanoid ms debug chalk picocolors kleur commander yargs minimist meow inquirer prompts ora execa glob globby fast-glob minimatch micromatch picomatch chokidar rimraf del cpy fs-extra mkdirp dotenv cross-env concurrently nodemon pm2 wait-on npm-run-all npm-run-all2 serve http-server json-server http-proxy-middleware cors helmet morgan body-parser cookie-parser express-session passport jsonwebtoken bcrypt bcryptjs argon2 multer sharp jimp winston pino pino-pretty bunyan sequelize typeorm prisma drizzle-orm drizzle-kit knex mongoose mongodb pg mysql mysql2 sqlite3 better-sqlite3 redis ioredis bull bullmq amqplib kafkajs graphql apollo-server urql socket.io socket.io-client ws redux react-redux zustand jotai recoil mobx immer reselect react-router react-router-dom react-query swr formik react-hook-form tailwindcss postcss autoprefixer sass less styled-components classnames clsx cva tailwind-merge bootstrap antd framer-motion three d3 chart.js recharts echarts leaflet semver yaml js-yaml toml ini marked markdown-it remark rehype cheerio jsdom happy-dom handlebars ejs pug mustache storybook knip depcheck madge npm-check-updates rimraf kill-port create-vite create-next-app create-react-app create-svelte create-astro create-remix create-vue create-expo-app shadcn shadcn-ui sv nyc c8 istanbul typedoc typescript-eslint swagger-ui-express openapi-typescript supabase firebase firebase-admin firebase-tools stripe openai ai nodemailer cron node-cron p-limit p-queue p-map async bluebird eventemitter3 electron electron-builder expo react-native ionic vue-router pinia vuex quasar angular jquery underscore backbone lit alpinejs htmx.org cowsay figlet vercel netlify-cli serverless aws-cdk aws-sdk wrangler tsc-watch patch-package syncpack changesets np semantic-release standard xo biome swc babel-loader css-loader style-loader file-loader html-webpack-plugin mini-css-extract-plugin react-scripts vue-tsc svelte-check prop-types invariant qs query-string path-to-regexp mime mime-types form-data busboy formidable csv-parse csv-stringify papaparse xlsx exceljs pdf-lib pdfkit jspdf archiver adm-zip tar unzipper iconv-lite he entities sanitize-html dompurify validator slugify pluralize change-case camelcase deepmerge fast-deep-equal lru-cache keyv conf configstore cosmiconfig rc find-up pkg-up resolve tsconfig-paths module-alias source-map-support why-is-node-running autocannon clinic 0x artillery k6 newman prettier-plugin-tailwindcss eslint-config-prettier eslint-plugin-react eslint-plugin-import eslint-plugin-jest eslint-plugin-vue eslint-config-airbnb eslint-config-next tsd publint size-limit markdownlint-cli markdownlint-cli2 cspell license-checker npm pnpm yarn bun corepack node-gyp";
const NPM_SCOPES =
  "types babel typescript-eslint eslint vitejs vitest testing-library tanstack trpc prisma apollo nestjs angular vue nuxt sveltejs storybook emotion mui radix-ui headlessui heroicons reduxjs hookform react-navigation expo aws-sdk azure google-cloud anthropic-ai ai-sdk modelcontextprotocol openai octokit sentry opentelemetry playwright swc rollup biomejs changesets commitlint tailwindcss fortawesome floating-ui dnd-kit tiptap fastify hono supabase stripe vercel cloudflare astrojs remix-run docusaurus mdx-js graphql-codegen graphql-tools yarnpkg pnpm npmcli nx turbo sinclair fast-check faker-js ionic capacitor react-native react-native-community shopify sanity contentful electron-forge tauri-apps ngrx rxjs jest mswjs auth0 clerk lit material ant-design chakra-ui";
const PYPI =
  "pip setuptools wheel build twine requests httpx aiohttp urllib3 certifi django djangorestframework django-cors-headers django-filter django-debug-toolbar django-extensions celery flower redis kombu flask flask-cors flask-sqlalchemy flask-migrate flask-login fastapi uvicorn gunicorn hypercorn starlette pydantic pydantic-settings sqlalchemy alembic psycopg psycopg2 psycopg2-binary asyncpg pymysql mysqlclient pymongo motor aiosqlite peewee tortoise-orm numpy pandas polars scipy scikit-learn matplotlib seaborn plotly statsmodels xgboost lightgbm torch torchvision tensorflow keras jax transformers datasets tokenizers accelerate sentence-transformers langchain openai anthropic tiktoken jupyter jupyterlab notebook ipykernel ipython nbconvert pytest pytest-cov pytest-asyncio pytest-mock pytest-xdist pytest-django pytest-benchmark hypothesis coverage tox nox mypy pyright ruff black isort flake8 pylint bandit pre-commit pyupgrade autopep8 yapf types-requests types-pyyaml click typer rich tqdm colorama loguru structlog python-dotenv pyyaml toml tomli tomlkit orjson ujson simplejson jsonschema marshmallow attrs cattrs jinja2 markupsafe beautifulsoup4 lxml html5lib selenium playwright scrapy pillow opencv-python imageio boto3 botocore google-cloud-storage azure-storage-blob paramiko fabric cryptography pyjwt passlib bcrypt python-jose python-multipart email-validator python-dateutil pytz arrow pendulum freezegun faker factory-boy responses respx vcrpy moto testcontainers docker kubernetes ansible sphinx mkdocs mkdocs-material poetry pipenv hatch pdm uv virtualenv pipx cython numba networkx sympy nltk spacy gensim streamlit gradio dash bokeh prefect apache-airflow dagster dbt-core great-expectations pyspark dask ray grpcio protobuf websockets trio anyio gevent eventlet psutil watchdog schedule apscheduler rq dramatiq sentry-sdk prometheus-client opentelemetry-api opentelemetry-sdk openpyxl xlsxwriter python-docx pypdf reportlab weasyprint markdown pygments cookiecutter semver packaging filelock platformdirs httpie locust invoke nose2 behave robotframework vulture radon pip-tools pip-audit pipdeptree cowsay";
const CRATES =
  "serde serde_json serde_yaml toml tokio async-std futures async-trait anyhow thiserror eyre color-eyre clap structopt reqwest hyper axum actix-web warp rocket tower tower-http tonic prost sqlx diesel sea-orm rusqlite redis mongodb chrono time uuid rand regex lazy_static once_cell itertools rayon crossbeam parking_lot dashmap log env_logger tracing tracing-subscriber bytes base64 hex sha2 md5 ring rustls openssl url http mime tempfile walkdir glob ignore dirs directories indicatif console dialoguer crossterm ratatui termcolor colored csv quick-xml bincode nom pest syn quote proc-macro2 criterion proptest quickcheck mockall wiremock insta assert_cmd predicates rstest test-case bitflags num num-traits ndarray nalgebra image cargo-edit cargo-watch cargo-nextest cargo-audit cargo-outdated cargo-expand cargo-llvm-cov cargo-tarpaulin cargo-make just ripgrep fd-find bat sccache wasm-pack wasm-bindgen-cli trunk mdbook sqlx-cli diesel_cli";
const GEMS =
  "rails rake bundler rspec rspec-rails rubocop rubocop-rails rubocop-performance rubocop-rspec sidekiq puma pg mysql2 sqlite3 redis devise pundit cancancan factory_bot_rails faker capybara selenium-webdriver simplecov pry pry-byebug byebug debug nokogiri httparty faraday sinatra rack jekyll minitest standard brakeman dotenv-rails bootsnap sorbet solargraph foreman kaminari pagy image_processing jbuilder turbo-rails stimulus-rails importmap-rails sprockets-rails annotate webmock vcr shoulda-matchers";
const PACKAGIST_VENDORS =
  "laravel symfony phpunit pestphp phpstan guzzlehttp monolog doctrine league nesbot spatie barryvdh friendsofphp squizlabs vimeo predis ramsey vlucas filp mockery fakerphp nunomaduro livewire inertiajs filament tymon twig slim psr nikic brick sentry aws stripe phpmailer rector larastan orchestra";
const GO_HOSTS =
  /^(?:golang\.org\/x\/|google\.golang\.org\/|gopkg\.in\/|go\.uber\.org\/|k8s\.io\/|sigs\.k8s\.io\/|honnef\.co\/go\/tools|mvdan\.cc\/|gorm\.io\/|go\.opentelemetry\.io\/|entgo\.io\/|github\.com\/(?:stretchr|gorilla|gin-gonic|labstack|go-chi|spf13|sirupsen|rs|golang-jwt|jackc|lib|go-sql-driver|mattn|redis|go-redis|gofiber|google|golang|golang-migrate|golangci|uber-go|prometheus|aws|Azure|hashicorp|urfave|joho|pkg|davecgh|fatih|cespare|onsi|vektra|matryer|air-verse|cosmtrek|swaggo|grpc-ecosystem|bufbuild|sqlc-dev|pressly|charmbracelet|kyleconroy|go-playground|go-delve|goreleaser|securego|testcontainers|ory|nats-io|segmentio|IBM|mongodb|cockroachdb|etcd-io|docker|containerd|kubernetes|jmoiron|Masterminds|samber|alecthomas|gotestyourself|rakyll|oapi-codegen|deepmap|99designs)\/)/;

const NAMES: Readonly<Record<Registry, ReadonlySet<string>>> = {
  npm: names(NPM),
  pypi: names(PYPI),
  crates: names(CRATES),
  gems: names(GEMS),
  packagist: names(PACKAGIST_VENDORS),
};
const SCOPES = names(NPM_SCOPES);

/** Whether a name, with a version or extras or not, is a package that everybody knows. */
export function isKnownPackage(registry: Registry, spec: string): boolean {
  if (registry === "npm") return isKnownNpm(spec);
  const [, name] =
    /^([\w.-]+(?:\/[\w.-]+)?)(?:\[[\w,-]+\])?(?:(?:[=<>!~]=?=?|@|:)[\w.*^~,<>=! -]+)?$/.exec(spec) ?? [];
  if (name === undefined) return false;
  if (registry === "packagist") return NAMES.packagist.has(name.split("/")[0] ?? "");
  return NAMES[registry].has(registry === "pypi" ? name.toLowerCase().replaceAll("_", "-") : name);
}

export function isKnownModule(path: string): boolean {
  return GO_HOSTS.test(path) && !path.includes("..");
}

function isKnownNpm(spec: string): boolean {
  const [, scope, name] = /^(?:@([\w.-]+)\/)?([\w.-]+)(?:@[\w.^~<>=*-]+)?$/.exec(spec) ?? [];
  if (name === undefined) return false;
  return scope === undefined ? NAMES.npm.has(name) : SCOPES.has(scope);
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
