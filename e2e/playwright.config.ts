import { defineConfig } from '@playwright/test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Installation, installation, installationOf } from './installation.ts'

// The runner decides once; its workers inherit what it decided.
process.env['WK_E2E_PORT'] ??= String(20_000 + 6 * Math.floor(Math.random() * 3_000))
process.env['WK_E2E_DATA'] ??= mkdtempSync(join(tmpdir(), 'wattkeeper-e2e-'))

/** A file of journeys has one of them to itself; what a journey leaves behind, the next file on it finds. */
const workers = 2
const chromium = process.env['CHROMIUM_PATH']

/** Journeys through a browser, and an installation for each worker: the server as `npm start` runs it, and a small simulated fleet. */
export default defineConfig({
  testDir: '.',
  fullyParallel: false,
  workers,
  // A journey that fails once has failed.
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  globalTeardown: './remove-data.ts',
  use: {
    baseURL: installation.url,
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    // A dialog that is about to grow looks still for two frames, and a press begun then ends beside its button.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
  webServer: Array.from({ length: workers }, (_, index) => serverOf(installationOf(index))),
})

function serverOf({ port, url, dataDir, admin, mqttPort, signOnPort }: Installation) {
  return {
    command: `${process.execPath} ../packages/server/src/main.ts`,
    url: `${url}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
    env: {
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: admin.password,
      DEMO_DEVICES: '16',
      // two minutes of watching an upgraded device are no part of a journey
      UPGRADE_SOAK_SECONDS: '5',
      // the provider stands only while a journey wants it
      PUBLIC_URL: url,
      OIDC_ISSUER: `http://127.0.0.1:${signOnPort}`,
      OIDC_CLIENT_ID: 'wattkeeper',
      OIDC_CLIENT_SECRET: 'a-secret-of-journeys',
      OIDC_NAME: '公司账号',
    },
  }
}
