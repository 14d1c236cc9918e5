[ "$(cat lent/pkg.js)" = ORIGINAL ] && echo changed > lent/made && rm lent/pkg.js && echo CONTROL_OK
