import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { chunkGroups } from './build/chunks.ts'
import { brandPages, serveLogin } from './build/brand-page.ts'
import { questionsOnlyInBoot } from './build/early-questions.ts'
import { finishBuild } from './build/finish.ts'
import { loginContract } from './build/login-rules.ts'
import { servePublicPages } from './build/public-pages.ts'
import { hasSideEffects, lighterLibraries, schemaMakers } from './build/tree-shaking.ts'

const page = (name: string) => fileURLToPath(new URL(`./${name}.html`, import.meta.url))
const server = process.env['WK_SERVER'] ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [
    react(),
    lighterLibraries(),
    questionsOnlyInBoot(),
    loginContract(),
    brandPages(),
    serveLogin(),
    servePublicPages(),
    finishBuild(),
  ],
  server: { proxy: { '/api': server } },
  build: {
    target: 'es2024',
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: { index: page('index'), login: page('login') },
      output: { codeSplitting: { groups: chunkGroups } },
      treeshake: { moduleSideEffects: hasSideEffects, manualPureFunctions: schemaMakers },
    },
  },
})
