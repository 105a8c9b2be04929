import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}'],
    globalSetup: ['packages/server/test-setup.ts'],
    // Starting a database, a broker or a browser takes its time on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
