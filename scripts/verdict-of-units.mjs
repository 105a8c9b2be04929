// A reporter of Vitest: see verdict.mjs.
import { relative } from 'node:path'
import { root } from './setup.mjs'
import { writeVerdict } from './verdict.mjs'

export default class {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap(({ children }) => [...children.allTests()])
    // Hooks, and files that do not even load.
    const around = modules.flatMap((module) => [module, ...module.children.allSuites()])
    writeVerdict({
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failures: [
        ...tests
          .filter((test) => test.result().state === 'failed')
          .map((test) => ({ where: placeOf(test), errors: test.result().errors })),
        ...around.flatMap((each) =>
          each.errors().map((error) => ({ where: placeOf(each), errors: [error] })),
        ),
        ...unhandled.map((error) => ({
          where: `${relative(root, error.VITEST_TEST_PATH ?? root)} > ${error.VITEST_TEST_NAME ?? 'outside of its tests'}`,
          errors: [error],
        })),
      ],
    })
  }
}

const placeOf = ({ module, moduleId, fullName }) =>
  [relative(root, module?.moduleId ?? moduleId), fullName].filter(Boolean).join(' > ')
