import { defineConfig } from '@playwright/test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The runner decides once; its workers inherit what it decided.
const env = process.env
env['WK_E2E_PORT'] ??= String(20_000 + 3 * Math.floor(Math.random() * 6_000))
env['WK_E2E_DATA'] ??= mkdtempSync(join(tmpdir(), 'wattkeeper-e2e-'))
const port = Number(env['WK_E2E_PORT'])

/** Journeys through a browser, the server as `npm start` runs it, and a small simulated fleet. */
export default defineConfig({
  testDir: '.',
  fullyParallel: false,
  workers: 1,
  // A journey that fails once has failed.
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  globalTeardown: './remove-data.ts',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    // A dialog that is about to grow looks still for two frames, and a press begun then ends beside its button.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(env['CHROMIUM_PATH'] && { executablePath: env['CHROMIUM_PATH'] }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
  webServer: {
    command: `${process.execPath} ../packages/server/src/main.ts`,
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: String(port),
      MQTT_PORT: String(port + 1),
      DATA_DIR: env['WK_E2E_DATA'] ?? '',
      ADMIN_PASSWORD: 'Admin-of-e2e',
      DEMO_DEVICES: '16',
      // two minutes of watching an upgraded device are no part of a journey
      UPGRADE_SOAK_SECONDS: '5',
      // the provider stands only while a journey wants it
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      OIDC_ISSUER: `http://127.0.0.1:${port + 2}`,
      OIDC_CLIENT_ID: 'wattkeeper',
      OIDC_CLIENT_SECRET: 'a-secret-of-journeys',
      OIDC_NAME: '公司账号',
    },
  },
})
