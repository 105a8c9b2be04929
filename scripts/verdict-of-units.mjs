// A reporter of Vitest: see verdict.mjs.
import { relative } from 'node:path'
import { root } from './setup.mjs'
import { writeVerdict } from './verdict.mjs'

export default class {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap(({ children }) => [...children.allTests()])
    // Hooks, and files that do not even load.
    const around = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const failed = tests.filter((test) => test.result().state === 'failed')
    writeVerdict({
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failures: [
        ...failed.map((test) => ({ ...placeOf(test), isTest: true, errors: test.result().errors })),
        ...around.flatMap((each) =>
          each.errors().map((error) => ({ ...placeOf(each), isTest: false, errors: [error] })),
        ),
        ...unhandled.map((error) => ({
          file: error.VITEST_TEST_PATH && relative(root, error.VITEST_TEST_PATH),
          name: `${error.VITEST_TEST_NAME ?? 'outside of its tests'}: ${error.type ?? 'error'}`,
          ...{ isTest: false, errors: [error] },
        })),
      ],
    })
  }
}

const placeOf = ({ module, moduleId, fullName }) => ({
  file: relative(root, module?.moduleId ?? moduleId),
  name: fullName,
})
