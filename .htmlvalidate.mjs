export default {
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // React writes <img/> and srcSet; HTML reads both as <img> and srcset.
    'void-style': 'off',
    'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
  },
};
