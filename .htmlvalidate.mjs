export default {
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // React writes <img/>, srcSet and required=""; HTML reads them as <img>, srcset and required. Its ids begin with _.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'valid-id': ['error', { relaxed: true }],
    'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
  },
};
