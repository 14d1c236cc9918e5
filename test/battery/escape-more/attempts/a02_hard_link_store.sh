echo HACKED > ./pkg.js; echo HACKED > ./node_modules/dep/pkg.js; cat ./pkg.js
